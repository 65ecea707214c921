// summarize.mjs server|client DIRECTORY: what a run of the suite found, as it is told to people.

import fs from "node:fs";
import path from "node:path";

const [, , side, results] = process.argv;
// Each scenario has a directory that is named by it and the time of its run.
const TIME = /-\d{4}-\d\d-\d\dT[\d-]+Z$/;

function scenarios(directory, prefix = "") {
  const folders = fs.readdirSync(directory, { withFileTypes: true }).filter((it) => it.isDirectory());
  return folders.flatMap((folder) => {
    const [name, at] = [prefix + folder.name, path.join(directory, folder.name)];
    if (!TIME.test(folder.name)) return scenarios(at, `${name}/`);
    return [{ name: name.replace(TIME, "").replace(new RegExp(`^${side}-`), ""), checks: path.join(at, "checks.json") }];
  });
}

function said(check) {
  return check.errorMessage ?? check.details?.message ?? check.description;
}

const total = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
const lines = [];
for (const { name, checks } of scenarios(results).sort((a, b) => (a.name < b.name ? -1 : 1))) {
  const count = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  if (fs.existsSync(checks)) {
    for (const check of JSON.parse(fs.readFileSync(checks, "utf8"))) {
      count[check.status] += 1;
      if (["FAILURE", "WARNING", "SKIPPED"].includes(check.status)) {
        console.log(`${check.status} ${name} ${check.id}: ${said(check)}`);
      }
    }
  } else {
    count.FAILURE = 1;
    console.log(`FAILURE ${name}: it ended without a result`);
  }
  for (const status of Object.keys(total)) total[status] += count[status];
  const good = count.FAILURE + count.WARNING === 0;
  lines.push(`${good ? "ok" : "NOT OK"} ${name}: ${count.SUCCESS} passed, ${count.SKIPPED} skipped`);
}
console.log(lines.join("\n"));
const good = lines.filter((line) => line.startsWith("ok")).length;
console.log(`${good} of ${lines.length} scenarios; ${total.WARNING} warnings, ${total.SKIPPED} skipped`);
// A warning counts as a failure.
const failed = total.FAILURE + total.WARNING;
console.log(`${total.SUCCESS} passed, ${failed} failed`);
process.exit(failed > 0 || lines.length === 0 ? 1 : 0);

// Loads packages from where they are installed, which is not where this file is.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const installed = createRequire(`${process.env.MRTR_NODE_PACKAGES}/`);

export const load = (name) => import(pathToFileURL(installed.resolve(name)));

CREATE TABLE IF NOT EXISTS mrtr_once (
    key bytea PRIMARY KEY,
    claim bytea NOT NULL,
    outcome bytea,
    expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS mrtr_once_expires_at ON mrtr_once (expires_at);

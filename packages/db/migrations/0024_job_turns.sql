-- When each job takes its next turn for each tenant, and how far it has come: walks through a tenant's
-- history (retention, audit, comparison of the ledger) go on where they were, also after a restart and
-- in another process, and a tenant where nothing happens is visited rarely.
--
-- No row security: all processes look over all tenants at once, and the rows hold ids and times alone.
-- Work that is a row of its own (mails, refunds, payments, holds) needs no turn: it is found by its own
-- partial index, by the role foyer_due (packages/db/src/due-role.ts).
create table job_turns (
  tenant_id integer not null references tenants on delete cascade,
  job text not null,
  due_at timestamptz not null,
  -- What the job wrote down: ids and times of the last rows that it looked at.
  position jsonb not null default '{}',
  primary key (tenant_id, job)
);
create index job_turns_due on job_turns (due_at);

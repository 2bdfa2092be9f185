-- Personal data ends: docs/privacy.md says what is kept where and for how long.

alter table orders no force row level security;
alter table holds no force row level security;

-- When the person was taken out of an order; its amounts, tickets and dates stay. Nothing opens it then.
alter table orders add column erased_at timestamptz;

-- From now on the statement that ends a hold clears it (engine/lane-write.ts).
update holds set customer_identifier = null where customer_identifier is not null and state <> 'held';

alter table orders force row level security;
alter table holds force row level security;

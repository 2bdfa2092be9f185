-- A claim of a coupon ends at a moment that is fixed as the coupon is applied, however often its cart
-- is held again, and it pays only for tickets that were held when it was judged last.

alter table coupon_uses
  -- What is held later has no part in the discount until the rule is looked at again.
  add column judged_at timestamptz not null default now(),
  -- As long as the hold that it was claimed with could last at the longest.
  add column claimed_until timestamptz not null default now() + interval '30 minutes';

-- A write that meets fewer rows than it was meant for must not be committed: a counter without its row
-- would leave the stock and its ledger apart for good.
create function require_all(met bigint, meant bigint) returns void language plpgsql as $$
begin
  if met <> meant then
    raise exception 'Met % of % rows', met, meant using errcode = 'integrity_constraint_violation';
  end if;
end $$;

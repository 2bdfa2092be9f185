-- A use of a rule is named by its order and its rule: an id of its own needed one more index, and orders
-- write several uses each. The column stays, empty, for processes that have not been updated yet.
alter table rule_usage
  drop constraint rule_usage_pkey,
  drop constraint rule_usage_tenant_id_order_id_rule_id_key,
  alter column id drop not null,
  add primary key (tenant_id, order_id, rule_id);

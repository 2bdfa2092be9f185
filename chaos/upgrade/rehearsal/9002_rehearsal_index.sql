-- transaction: none
drop index concurrently if exists holds_by_rehearsal;
create index concurrently if not exists holds_by_rehearsal on holds (tenant_id, quantity);
alter table orders validate constraint orders_rehearsal;

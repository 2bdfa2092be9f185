-- What is still open about money is found by indexes of its own, and not by reading all that was ever
-- paid. Each holds the exceptions alone, so an ordinary purchase writes nothing to them.
create index payments_charged_otherwise on payments (tenant_id, id)
  where state = 'completed' and captured_minor <> amount_minor;
create index refunds_unfinished on refunds (tenant_id, state) where state <> 'succeeded';
-- The provider's lists name its own ids and no tenant.
create index refunds_by_provider_id on refunds (provider_refund_id)
  where provider_refund_id is not null;
create index disputes_by_id on disputes (id);

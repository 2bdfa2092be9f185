-- phase: contract
drop trigger orders_note_rehearsal on orders;
drop function note_rehearsal();
drop table rehearsal_orders;
alter table stock drop column rehearsal;
alter table orders drop column rehearsal;

-- What buyers of an event have to know, a line each: on the page of the order, in its mail and on each
-- ticket. Null: the default lines (IMPORTANT_INFORMATION in packages/domain/src/orders.ts). An empty
-- list: the event has none. The use case checks each line; the table bounds all of them together.
alter table events add column important_information text[] constraint events_important_information_bounded
  check (cardinality(important_information) <= 8
    and array_position(important_information, null) is null
    and char_length(array_to_string(important_information, '')) <= 1600);

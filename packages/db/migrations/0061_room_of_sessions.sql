-- The places of a session over all types: its total, or the sum of what its types and groups allow, if
-- each has a limit and together they are narrower. A group that shares a capacity allows this, or what
-- its types allow, if that is less. Whether a ticket on sale takes so few places is asked where it is
-- known what is on sale (rollup-sql.ts): 0055 asked it of all types, also of those that nobody can buy.
-- Null means without limit (least() passes over nulls).
create or replace view session_room with (security_invoker = true) as
  select tenant_id, session_id,
    least(max(capacity) filter (where branch = session_id),
      case when bool_and(capacity is not null) filter (where branch <> session_id)
        then sum(capacity) filter (where branch <> session_id) end)::integer as capacity,
    least(max(room) filter (where branch = session_id),
      case when bool_and(room is not null) filter (where branch <> session_id)
        then sum(room) filter (where branch <> session_id) end)::integer as room
  from (
    select tenant_id, session_id, coalesce(group_id, pool_id) as branch,
      least(max(capacity * places) filter (where group_id is null or group_id = pool_id),
        case when bool_and(capacity is not null) filter (where group_id <> pool_id)
          then sum(capacity * places) filter (where group_id <> pool_id) end) as capacity,
      least(max(room * places) filter (where group_id is null or group_id = pool_id),
        case when bool_and(room is not null) filter (where group_id <> pool_id)
          then sum(room * places) filter (where group_id <> pool_id) end) as room
    from live_stock group by 1, 2, 3) branches
  group by 1, 2;

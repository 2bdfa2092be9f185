-- What journeys.ts sends for a hold: each request whole, with an Idempotency-Key never used before.
local before, key, after
local count = 0

function init(args)
  before, key, after = args[1], args[2], args[3]
end

function request()
  count = count + 1
  return before .. key .. string.format("%012d", count) .. after
end

-- Times are microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"micros":%d,"p50":%d,"p99":%d,"refused":%d,"unanswered":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end

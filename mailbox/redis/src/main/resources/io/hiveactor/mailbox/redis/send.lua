-- ARGV: most messages in all (0 for no limit), where replies go ('' for nowhere), then id, body, id, body...
-- Answers how many were taken.
if answered then
    return answered
end
local most, replyTo = tonumber(ARGV[5]), ARGV[6]
local held = most > 0 and redis.call('LLEN', pending) + redis.call('ZCARD', invisible)
local sent = 0
for i = 7, #ARGV, 2 do
    if most > 0 and held + sent >= most then
        break
    end
    local id = ARGV[i]
    redis.call('HSET', data, id, ARGV[i + 1])
    redis.call('HSET', meta, id .. ':enqueued', digits(now))
    if replyTo ~= '' then
        redis.call('HSET', meta, id .. ':reply_to', replyTo)
    end
    show('LPUSH', id)
    sent = sent + 1
end
return finish(digits(sent))

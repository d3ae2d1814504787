-- Answers how many messages there were.
if answered then
    return answered
end
local count = redis.call('LLEN', pending) + redis.call('ZCARD', invisible)
redis.call('DEL', pending, invisible, data, meta)
return finish(digits(count), true)

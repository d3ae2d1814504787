-- ARGV: id, handle, id, handle... in the order they were received. Undoes a receive that nobody will see: the messages are the
-- next again, and the delivery does not count.
if answered then
    return answered
end
for i = #ARGV - 1, 5, -2 do
    local id = ARGV[i]
    if isHeld(id, ARGV[i + 1]) then
        redis.call('ZREM', invisible, id)
        redis.call('HDEL', meta, id .. ':handle', id .. ':order')
        redis.call('HINCRBY', meta, id .. ':count', -1)
        show('RPUSH', id)
    end
end
return finish('')

-- ARGV: id, handle, id, handle... Answers with a 1 for each that was held and now is gone, and a 0 for each other.
if answered then
    return answered
end
local done = {}
for i = 5, #ARGV, 2 do
    local id = ARGV[i]
    if isHeld(id, ARGV[i + 1]) then
        redis.call('ZREM', invisible, id)
        forget(id)
        done[#done + 1] = '1'
    else
        done[#done + 1] = '0'
    end
end
-- a queue with nothing in it leaves nothing behind, its counter of flights neither
local isGone = redis.call('HLEN', data) == 0
if isGone then
    redis.call('DEL', meta)
end
return finish(table.concat(done), isGone)

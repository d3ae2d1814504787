-- ARGV: id, handle, in how many microseconds the lease shall end. Answers 1 if it was held, else 0.
if answered then
    return answered
end
local id = ARGV[5]
if not isHeld(id, ARGV[6]) then
    return finish('0')
end
hide(id, after(tonumber(ARGV[7])))
return finish('1')

// Loaded into the server before its own code. The script that started the server holds the other
// end of a channel to it; when that script is killed the channel closes, and the server shuts down
// as if it had been asked to, instead of staying behind unseen with the port in its hands.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone is no reason to go on running.
process.channel?.unref()

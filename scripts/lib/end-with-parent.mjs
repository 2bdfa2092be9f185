// Loaded into the server before its own code. The script that started the server holds the other
// end of a channel to it. When that script is killed, the channel closes and the server shuts down
// in order, instead of running on unseen and keeping the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep the process running.
process.channel?.unref()

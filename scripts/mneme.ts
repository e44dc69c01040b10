// npm run mneme -- COMMAND: a turn, the strategies, and files, from the command line, also while the server
// runs.
import { runMneme } from './mneme/run'
import { onCtrlC } from './mneme/stop'

// Readers such as `head` go away once they have what they want.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const code = await runMneme(process.argv.slice(2), onCtrlC)
// Once all is written; timers that nobody waits for would keep the process alive for seconds.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))

// Runs in its own process, like the Mneme server. Prints its address as a line of JSON, and exits with its
// parent.
import { serveBare } from './bare-server'

const { url } = await serveBare(process.argv[2] ?? '')
console.log(JSON.stringify({ url }))
process.on('disconnect', () => process.exit(0))

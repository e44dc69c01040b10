// A process of its own, as the server of Mneme is one. Prints its address as one line of JSON, ends with its
// parent.
import { serveBare } from './bare-server'

const { url } = await serveBare(process.argv[2] ?? '')
console.log(JSON.stringify({ url }))
process.on('disconnect', () => process.exit(0))

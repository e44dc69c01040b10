// node [flags] scripts/run.mjs FILE.ts [args]: runs a TypeScript file of the project with the same flags of Node,
// after installing and generating what is missing.
import { generate, install, loadEnvFile, requireNode, serve } from './bootstrap.mjs'

requireNode()
loadEnvFile()
const driver = install()
generate()
const { bundle } = await import('./bundle.mjs')
await driver
const [program, ...args] = process.argv.slice(2)
const flags = [...process.execArgv, '--enable-source-maps']
process.exit(await serve(process.execPath, [...flags, await bundle(program), ...args]))

// node scripts/run.mjs FILE.ts [args]: runs a TypeScript file of the project, after installing and generating
// what is missing.
import { generate, install, loadEnvFile, requireNode, serve } from './bootstrap.mjs'

requireNode()
loadEnvFile()
install()
generate()
const { bundle } = await import('./bundle.mjs')
const [program, ...args] = process.argv.slice(2)
process.exit(await serve(process.execPath, ['--enable-source-maps', await bundle(program), ...args]))

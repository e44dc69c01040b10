// node scripts/run.mjs FILE.ts [args]: runs a TypeScript file of the project, after installing and generating
// what is missing.
import { generate, install, loadEnvFile, requireNode, serve } from './bootstrap.mjs'

requireNode()
loadEnvFile()
install()
generate()
process.exit(await serve(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]))

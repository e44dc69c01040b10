import { migrate } from '@/lib/db/engine/migrate'

/**
 * `migrate-child.ts URL FOLDER BACKUPS`: prints `start`, migrates, and prints the applied migrations
 * as JSON.
 */
const [url = '', folder = '', backups = ''] = process.argv.slice(2)
console.log('start')
console.log(JSON.stringify(await migrate(url, { folder, backups })))

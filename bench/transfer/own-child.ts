// Imports a file into a database and prints time and memory. Arguments: database, folder, file.
import { open } from 'node:fs/promises'
import { openDb } from '@/lib/db/engine/client'
import { ensureUser } from '@/lib/db/users'
import { countTokens } from '@/lib/model/tokens'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { onDisk } from '@/lib/transfer/archive/byte-file'
import { importFile } from '@/lib/transfer/import'

const [url = '', folder = '', file = ''] = process.argv.slice(2)
const db = await openDb(url)
await ensureUser(db, 'local', systemRuntime.now())
const [memory, started] = [process.memoryUsage.rss(), performance.now()]
const report = await importFile(db, 'local', await onDisk(await open(file)), {
  runtime: systemRuntime,
  countTokens,
  folder,
})
const KILO = 1_024
process.stdout.write(
  JSON.stringify({
    added: report.added === 1,
    ms: performance.now() - started,
    grew: process.resourceUsage().maxRSS * KILO - memory,
  }),
)
await db.$disconnect()

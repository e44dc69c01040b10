import { renameSync, rmSync, statSync } from 'node:fs'
import { z } from 'zod'
import { restoreBackup, writeBackup } from '@/lib/services/backup'
import { silence } from '@/lib/services/log'
import { argumentsOf, defineCommand } from './command'
import { existing, freeFile } from './files'
import { count, printJson, say } from './output'

export const backupCommand = defineCommand({
  name: 'backup',
  args: 'FILE',
  about: `Copies the whole database, of all people, to a new file, also while Mneme runs. It holds everything, and
API keys encrypted: keep the file "secret" of the data directory too, in another place.`,
  flags: {},
  input: z.object({ args: argumentsOf(1, 1, 'Name the file to write.') }),
  run: async ({ args: [name = ''] }, { json, signal }) => {
    const file = freeFile(name, '')
    const part = `${file}.part`
    process.once('exit', () => rmSync(part, { force: true }))
    const form = await writeBackup(part, new Date(), signal)
    renameSync(part, file)
    const { size: bytes } = statSync(file)
    if (json) printJson({ file, bytes, form })
    else say(`wrote ${file} (${(bytes / 1e6).toFixed(1)} MB, by ${form})`)
    return 0
  },
})

export const restoreCommand = defineCommand({
  name: 'restore',
  args: 'FILE [--replace]',
  about: `Puts a backup in the place of the database, and forgets again what was forgotten since. Mneme must not run.`,
  flags: { replace: { about: 'replaces the database that is there; it is kept among the backups' } },
  input: z.object({ args: argumentsOf(1, 1, 'Name the backup.'), replace: z.boolean().default(false) }),
  run: async ({ args: [name = ''], replace }, { json }) => {
    silence()
    const { from, forgotten } = await restoreBackup(existing(name), { mayReplace: replace })
    if (json) printJson({ from: from.toISOString(), forgotten })
    else {
      const moment = from.getTime() ? ` of ${from.toISOString()}` : ', which does not say when it was made'
      say(`Restored the backup${moment}.`)
      if (forgotten)
        say(
          `${count(forgotten, 'thing')} forgotten since ${forgotten === 1 ? 'was' : 'were'} forgotten again.`,
        )
    }
    return 0
  },
})

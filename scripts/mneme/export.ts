import { z } from 'zod'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { EXPORT_FORMATS } from '@/lib/shared/transfer/transfer'
import { exportFile, exportIn } from '@/lib/transfer/export'
import { argumentsOf, defineCommand } from './command'
import { datedName, writeTo } from './files'
import { withMemory } from './memory'
import { say } from './output'

const { ownBytes, conversationBytes } = limits.transfer
function warnOfSize(title: string, bytes: number) {
  const size = `"${title.slice(0, 60)}" takes ${(bytes / 1e6).toFixed(0)} MB without its texts`
  if (bytes > ownBytes)
    say(`${size}: more than an import takes (${ownBytes / 1e6} MB). Keep a copy of the database instead.`)
  else if (bytes > conversationBytes)
    say(
      `${size}: the import page takes ${conversationBytes / 1e6} MB a conversation, so import this file on the command line.`,
    )
}

export const exportCommand = defineCommand({
  name: 'export',
  args: '[--conversation ID] [--out FILE] [--format mneme|seed|markdown]',
  about: `Writes everything, or one conversation, as JSON that can be imported again; seed has only contexts
and summaries, in the shapes of the original project. markdown is a ZIP of notes to read, as for Obsidian.`,
  flags: {
    conversation: { of: 'ID', about: 'only this conversation' },
    out: { of: 'FILE', about: 'the output file (default mneme-DATE.json, or .zip); - is standard output' },
    format: { of: 'FORMAT', about: 'mneme (default), seed or markdown' },
  },
  input: z.object({
    args: argumentsOf(0, 0),
    conversation: idSchema.optional(),
    out: z.string().optional(),
    format: z.enum(EXPORT_FORMATS, 'The formats are mneme, seed and markdown.').default('mneme'),
  }),
  run: ({ conversation, out, format }, call) =>
    withMemory(call, { create: false }, ({ db, ownerId, runtime }) =>
      writeTo(
        { ...call, name: out ?? datedName('mneme', exportFile(format).extension), how: ' with --out' },
        exportIn(format, { db, ownerId, runtime, countTokens }, conversation, warnOfSize),
      ),
    ),
})

import type { TestDb } from '@/lib/db/testing'
import { testRuntime } from '@/lib/db/testing'
import { inMemory } from './archive/testing-zip'
import { exportStream } from './export'
import { type ImportOptions, importFile } from './import'

/** One token per word, since these tests do not need the tokenizer. */
export const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

let imports = 0
/** So that ids of two imports never collide, and those of the later one sort behind. */
export const importRuntime = () => {
  const runtime = testRuntime()
  imports += 1
  const mark = `i${String(imports).padStart(4, '0')}`
  return { ...runtime, id: (prefix: string) => runtime.id(prefix).replace('_', `_${mark}`) }
}

/** `size` = bytes that are read at once, which splits characters and tokens anywhere. */
export const importBytes = (
  { db, ownerId }: Pick<TestDb, 'db' | 'ownerId'>,
  bytes: string | Uint8Array,
  { size, ...more }: Partial<ImportOptions> & { size?: number } = {},
) =>
  importFile(db, ownerId, inMemory(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, size), {
    runtime: importRuntime(),
    countTokens: countWords,
    ...more,
  })
export const importText = importBytes
export const importJson = (
  at: Pick<TestDb, 'db' | 'ownerId'>,
  value: unknown,
  more: Partial<ImportOptions> & { size?: number } = {},
) => importText(at, JSON.stringify(value), more)

/** The whole text of an export. */
export const exported = async ({ db, ownerId }: Pick<TestDb, 'db' | 'ownerId'>, conversationId?: string) => {
  let text = ''
  for await (const piece of exportStream(db, ownerId, {
    ...(conversationId ? { conversationId } : {}),
    exportedAt: new Date(0),
  }))
    text += piece
  return text
}

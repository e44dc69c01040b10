import type { TestDb } from '@/lib/db/testing'
import { testRuntime } from '@/lib/db/testing'
import { inMemory } from './archive/testing-zip'
import { exportStream } from './export'
import { importFile, importStream } from './import'
import type { ImportOptions } from './import-options'

/** A file's bytes in chunks of `size`, which split characters and tokens anywhere. */
export async function* bytesOf(text: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

/** One token per word, since these tests do not need the tokenizer. */
export const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

let imports = 0
/** So that ids of two imports never collide. */
export const importRuntime = () => {
  const runtime = testRuntime()
  imports += 1
  const mark = `i${imports}`
  return { ...runtime, id: (prefix: string) => runtime.id(prefix).replace('_', `_${mark}`) }
}

export const importText = (
  { db, ownerId }: Pick<TestDb, 'db' | 'ownerId'>,
  text: string | Uint8Array,
  more: Partial<ImportOptions> & { size?: number } = {},
) =>
  importStream(db, ownerId, bytesOf(text, more.size), {
    runtime: importRuntime(),
    countTokens: countWords,
    ...more,
  })
/** The same file with random access. */
export const importBytes = (
  { db, ownerId }: Pick<TestDb, 'db' | 'ownerId'>,
  bytes: string | Uint8Array,
  more: Partial<ImportOptions> = {},
) =>
  importFile(db, ownerId, inMemory(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), {
    runtime: importRuntime(),
    countTokens: countWords,
    ...more,
  })
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

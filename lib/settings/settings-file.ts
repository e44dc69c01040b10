import { z } from 'zod'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { readSettings, settingOps } from '@/lib/db/settings'
import { MnemeError } from '@/lib/shared/errors'
import { problemIn, textSchema } from '@/lib/shared/text'
import { type Definition, definitions, isSettingKey } from './definitions'

const FORMAT = 'mneme-settings'
const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  settings: z.record(textSchema(80), z.unknown()),
})
export type SettingsFile = z.infer<typeof fileSchema>
/** Characters of such a file. */
export const MOST_CHARS = 200_000

/** What a person set, without keys: they are stored elsewhere, and URLs contain no passwords. */
export async function exportSettings(db: Db, ownerId: string): Promise<SettingsFile> {
  const { user } = await readSettings(db, ownerId)
  const settings = [...user].flatMap(([key, value]) => {
    const chosen = isSettingKey(key) && key !== 'model.learned'
    const parsed = chosen ? definitions[key].schema.safeParse(value) : null
    return parsed?.success ? [[key, parsed.data] as const] : []
  })
  return { format: FORMAT, version: 1, settings: Object.fromEntries(settings) }
}

/**
 * Takes over the settings of a file, all or none. `left` = those that a file may not set, or that this
 * version does not know. @throws MnemeError invalid that names the first wrong value.
 */
export async function importSettings(
  db: Db,
  ownerId: string,
  text: string,
): Promise<{ taken: string[]; left: string[] }> {
  const parsed = fileSchema.safeParse(jsonIn(text))
  if (!parsed.success)
    throw new MnemeError('invalid', 'This is not a settings file.', 'Choose a file from “Export settings”.')
  const left: string[] = []
  const taken = new Map<string, Prisma.InputJsonValue>()
  for (const [key, value] of Object.entries(parsed.data.settings)) {
    const { schema, scopes, ownOnly }: Partial<Definition> = isSettingKey(key) ? definitions[key] : {}
    const fits = schema?.safeParse(value)
    if (!fits || ownOnly || !scopes?.includes('user')) left.push(key)
    else if (fits.success) taken.set(key, fits.data as Prisma.InputJsonValue)
    else
      throw new MnemeError(
        'invalid',
        `The value of ${key} is not allowed, so nothing was imported.`,
        problemIn(fits.error),
      )
  }
  await db.$transaction([...taken].flatMap(([key, value]) => settingOps(db, ownerId, 'user', key, value)))
  return { taken: [...taken.keys()], left }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { readSettings, writeSetting } from '@/lib/db/settings'
import { getConversation } from '@/lib/db/turns/conversations'
import type { SettingDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { present } from '@/lib/shared/pick'
import type { TurnOptions } from '@/lib/shared/schemas'
import { problemIn } from '@/lib/shared/text'
import { definitions, isSettingKey, type SettingKey, type SettingValue } from './definitions'

export type Layer = SettingDto['layer']
const STRONGEST_FIRST: readonly Layer[] = ['message', 'conversation', 'user', 'environment', 'default']
/** Whether layer `a` overrides layer `b`. */
export const isStronger = (a: Layer, b: Layer) => STRONGEST_FIRST.indexOf(a) < STRONGEST_FIRST.indexOf(b)
/**
 * One person's settings for a conversation and a message. `get` returns the value and the layer it comes
 * from.
 */
export type Settings = { get<K extends SettingKey>(key: K): { value: SettingValue<K>; layer: Layer } }
export type MessageOverrides = { [K in SettingKey]?: SettingValue<K> | undefined }

/** The options of a message that are settings. */
export const overridesOf = (options: TurnOptions): MessageOverrides =>
  present({
    'thinking.enabled': options.thinking,
    'thinking.preset': options.preset,
    'window.size': options.windowSize,
    'recall.scope': options.recall,
    'learning.enabled': options.learning,
    'learning.retrievalK': options.retrievalK,
    'learning.domain': options.domain,
  })

/**
 * Message > conversation > user > environment > default; values that `envWins` names beat all of them. Stored
 * values that no longer fit their schema are ignored.
 */
export async function loadSettings(
  db: Db,
  ownerId: string,
  conversationId: string | null,
  message: MessageOverrides = {},
): Promise<Settings> {
  const { user, conversation } = await readSettings(db, ownerId, conversationId)
  return {
    get(key) {
      const { schema, fallback, fromEnv, envWins } = definitions[key]
      const given = fromEnv?.(env())
      const layers: [Layer, unknown][] = [
        ['environment', given !== undefined && given === envWins ? given : undefined],
        ['message', message[key]],
        ['conversation', conversation.get(key)],
        ['user', user.get(key)],
        ['environment', given],
      ]
      for (const [layer, found] of layers) {
        const parsed = found === undefined ? null : schema.safeParse(found)
        if (parsed?.success) return { value: parsed.data as SettingValue<typeof key>, layer }
      }
      return { value: fallback as SettingValue<typeof key>, layer: 'default' }
    },
  }
}

export async function listSettings(db: Db, ownerId: string, conversationId: string | null) {
  if (conversationId) await getConversation(db, ownerId, conversationId)
  const settings = await loadSettings(db, ownerId, conversationId)
  return (Object.keys(definitions) as SettingKey[]).map((key) => ({ key, ...settings.get(key) }))
}

/**
 * `scope` is 'user' or a conversation's id. null removes the value, so the layer below applies. @throws
 * MnemeError invalid.
 */
export async function saveSetting(db: Db, ownerId: string, scope: string, key: string, value: unknown) {
  if (!isSettingKey(key)) throw new MnemeError('invalid', `There is no setting named ${key}.`)
  const { schema, scopes } = definitions[key]
  if (!(scopes as readonly string[]).includes(scope === 'user' ? 'user' : 'conversation'))
    throw scope === 'user'
      ? new MnemeError('invalid', 'This setting is for one conversation only.', 'Set it in the conversation.')
      : new MnemeError('invalid', 'This setting is not for one conversation.', 'Set it in Settings.')
  if (scope !== 'user') await getConversation(db, ownerId, scope)
  if (value === null) return writeSetting(db, ownerId, scope, key, null)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new MnemeError('invalid', problemIn(parsed.error))
  await writeSetting(db, ownerId, scope, key, parsed.data)
}

import { zoneFor } from '@/lib/db/turns/turns'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { countTokens } from '@/lib/model/tokens'
import { build, type PromptSection } from '@/lib/prompts/fence'
import { loadSettings } from '@/lib/settings/layers'
import type { OutsideCaller } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { OUTSIDE_KINDS, type OutsideKind } from '@/lib/shared/memory/outside'
import type { Caller } from '../caller'

/** `base` = where links in results begin; `zone` = the time zone that the program says. */
export type Outside = Caller & OutsideCaller & { base: string; zone?: string | undefined }

/** A result's ids are what the page of calls shows; it never shows words. */
export type Found<T> = { result: T; ids: string[] }

export type Ref = { kind: OutsideKind; ref: string }
/** Splits `fact:ID`. @throws MnemeError invalid */
export function refOf(id: string): Ref {
  const at = id.indexOf(':')
  const kind = OUTSIDE_KINDS.find((one) => one === id.slice(0, at))
  const ref = id.slice(at + 1)
  if (kind && ref) return { kind, ref }
  throw new MnemeError(
    'invalid',
    `"${id.slice(0, 60)}" is not an id.`,
    `Ids begin with ${OUTSIDE_KINDS.map((one) => `${one}:`).join(', ')}, as search returns them.`,
  )
}

/** A turn's place in its conversation, or anything else on the map. */
export const turnUrl = ({ base }: Pick<Outside, 'base'>, conversationId: string, turnId: string) =>
  `${base}/c/${conversationId}?at=${turnId}`
export const nodeUrl = ({ base }: Pick<Outside, 'base'>, id: string) =>
  `${base}/memory?node=${encodeURIComponent(id)}`

/** What another program may look at: all of the person's memory, found by words, without any model call. */
export async function memoryOf(who: Outside, limit: number): Promise<MemoryContext> {
  const { db, ownerId, runtime } = who
  const [zone, settings] = await Promise.all([zoneFor(who), loadSettings(db, ownerId, null)])
  return {
    ...{ db, ownerId, limit, zone, countTokens },
    scope: { reach: 'owner', conversation: null },
    index: lexicalIndexOf(),
    labels: { of: ({ turnId }) => `turn:${turnId}` },
    now: () => runtime.now(),
    withoutHealth: settings.get('provider.withoutHealth').value,
  }
}

/** Sections as a text of at most `most` tokens: items go from the end until it fits. */
export function fitted(sections: readonly PromptSection[], most: number) {
  const left = sections.map((section) => ({ ...section, items: [...section.items] }))
  for (;;) {
    const shown = left.filter(({ items }) => items.length > 0)
    const text = build(shown)
    if (shown.length === 0 || countTokens(text) <= most) return { text, shown }
    shown.at(-1)?.items.pop()
  }
}

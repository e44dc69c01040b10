import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/rows'
import { learningOfTurns } from '@/lib/db/learning/uses/turn-uses'
import { importOf } from '@/lib/db/memory/outside'
import { droppedOf } from '@/lib/db/memory/retention'
import { correctionsOf } from '@/lib/db/turns/feedback'
import { type InspectedRows, inspectedRows } from '@/lib/db/turns/inspector'
import { shownPlan } from '@/lib/db/turns/shown-steps'
import { REPORTED } from '@/lib/db/turns/steps'
import { SECTION_ORDER, type SectionName } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import { type Attachment, storedRoundEnd } from '@/lib/shared/schemas'
import { failureSchema, type Phase, windowPlanSchema } from '@/lib/shared/turn/events'
import type { InspectedPrompt, InspectedStep, InspectedTurn, PromptBlock } from '@/lib/shared/turn/inspector'
import { isAnswering } from '@/lib/shared/usage/baselines'

type Step = InspectedRows['steps'][number]
const storedTry = z.object({ at: z.string(), ms: z.number(), ok: z.boolean(), reason: z.string() })
const storedNotice = z.object({ notice: z.string() })
const storedToolStart = z.object({ tool: z.int(), at: z.string() })
const orderOf = (section: string) => {
  const place = SECTION_ORDER.indexOf(section as SectionName)
  return place < 0 ? SECTION_ORDER.length : place
}

/** Every prompt, recall and ledger row of a turn, each text once. @throws MnemeError not_found. */
export async function inspectTurn(db: Db, ownerId: string, turnId: string): Promise<InspectedTurn> {
  const { turn, steps, recalls, texts: stored, images, ...rest } = await inspectedRows(db, ownerId, turnId)
  const [imported, dropped, corrections, learning] = await Promise.all([
    importOf(db, ownerId, turnId),
    droppedOf(db, ownerId, [turnId]),
    correctionsOf(db, ownerId, [turnId]),
    learningOfTurns(db, ownerId, [turnId]),
  ])
  const learned = learning.get(turnId)
  const texts = new Texts()
  return {
    ...rest,
    ...pick(turn, 'id conversationId number status attempt userText'),
    imported,
    textDroppedAt: dropped.get(turnId)?.toISOString() ?? null,
    correction: corrections.get(turnId) ?? null,
    ...(learned ? { learning: learned } : {}),
    createdAt: turn.createdAt.toISOString(),
    startedAt: turn.startedAt?.toISOString() ?? null,
    endedAt: turn.endedAt?.toISOString() ?? null,
    thinking: shownPlan(turn.plan, steps),
    window: windowPlanSchema.safeParse(turn.window).data ?? null,
    steps: steps.map((step) => inspectStep(step, { stored, images }, texts)),
    recalls,
    texts: texts.all,
  }
}

/** Texts in order of first use, without duplicates. */
class Texts {
  readonly all: string[] = []
  private readonly known = new Map<string, number>()

  put(text: string): number {
    const place = this.known.get(text) ?? this.all.push(text) - 1
    this.known.set(text, place)
    return place
  }
}

type Stored = { stored: Map<string, string>; images: InspectedRows['images'] }
function inspectStep(step: Step, { stored, images }: Stored, texts: Texts): InspectedStep {
  const { manifest } = step
  const hashes = [...manifest.system, ...manifest.user]
    .map((piece) => piece.hash)
    .concat([manifest.tools, manifest.exchanges].filter((hash) => hash !== null))
  const log = z.array(z.unknown()).safeParse(step.log).data ?? []
  const starts = log.flatMap((entry) => storedToolStart.safeParse(entry).data ?? [])
  return {
    ...pick(step, 'id attempt index round role provider model text reasoning finish'),
    ...pick(step, 'estInputTokens estOutputTokens costMicros firstMs totalMs'),
    phase: step.phase as Phase,
    at: step.startedAt.toISOString(),
    prompt: promptOf(step, { stored, images }, texts),
    forgottenTexts: hashes.filter((hash) => !stored.has(hash)).length,
    sections: step.sections
      .map(({ section, tokens }) => ({
        section: shownSection(step, section),
        tokens,
        ...(manifest.dropped[section] ? { droppedItems: manifest.dropped[section] } : {}),
      }))
      .sort((a, b) => orderOf(a.section) - orderOf(b.section)),
    ...(storedRoundEnd.safeParse(step.decision).data ?? { decision: null, stop: null }),
    tools: step.tools.map((call) => ({
      ...pick(call, 'id index name args ok ms'),
      result: stored.get(call.resultHash) ?? '',
      at: starts.find((start) => start.tool === call.index)?.at,
    })),
    notices: log.flatMap((entry) => storedNotice.safeParse(entry).data?.notice ?? []),
    tries: log.flatMap((entry) => storedTry.safeParse(entry).data ?? []),
    error: failureSchema.safeParse(step.error).data ?? null,
    reported: step.inputTokens === null ? null : numbers(step, REPORTED),
  }
}

/** Memory's own calls store what they read as `task`, where other calls have the person's message. */
const shownSection = ({ phase }: Step, section: string) =>
  section === 'task' && !isAnswering(phase) && phase !== 'classify' ? 'input' : section

/** The tokens of each block: those of its section by length, since the window is in several messages. */
function tokensEach(blocks: readonly { section: string; text: string }[], of: ReadonlyMap<string, number>) {
  const whole = new Map<string, number>()
  for (const { section, text } of blocks) whole.set(section, (whole.get(section) ?? 0) + text.length)
  const read = new Map<string, number>()
  return blocks.map(({ section, text }) => {
    const [before, tokens] = [read.get(section) ?? 0, of.get(section) ?? 0]
    read.set(section, before + text.length)
    const upTo = (chars: number) => Math.round((tokens * chars) / (whole.get(section) || 1))
    return upTo(before + text.length) - upTo(before)
  })
}

/** The messages of a step, section by section. Joined by a blank line they equal what was sent. */
function promptOf(step: Step, { stored, images }: Stored, texts: Texts): InspectedPrompt {
  const { manifest, sections } = step
  const tokensOf = new Map(sections.map(({ section, tokens }) => [section, tokens]))
  const blocksOf = (parts: Step['manifest']['user']): PromptBlock[] => {
    const blocks: { section: string; text: string; images: Attachment[]; from?: PromptBlock['from'] }[] = []
    for (const { section, hash, image, from } of parts) {
      const text = stored.get(hash) ?? '(this text was forgotten)'
      const last = blocks.at(-1)
      if (last?.section === section && !from) last.text += `\n${text}`
      else blocks.push({ section, text, images: [], ...(from ? { from } : {}) })
      const sent = image === undefined ? undefined : images.get(image)
      if (sent) blocks.at(-1)?.images.push(sent)
    }
    const tokens = tokensEach(blocks, tokensOf)
    return blocks.map(({ section, text, images, from }, i) => ({
      section: shownSection(step, section),
      text: texts.put(text),
      tokens: tokens[i] ?? 0,
      ...(from ? { from } : {}),
      ...(images.length ? { images } : {}),
    }))
  }
  const blockOf = (section: string, hash: string | null) =>
    (hash !== null && blocksOf([{ section, hash }])[0]) || null
  const steps = blockOf('steps', manifest.exchanges)
  // What was recalled counts as such, also where only results of tools have it.
  if (steps && !manifest.user.some(({ section }) => section === 'recalled'))
    steps.tokens += tokensOf.get('recalled') ?? 0
  return {
    system: blocksOf(manifest.system),
    user: blocksOf(manifest.user),
    tools: blockOf('tools', manifest.tools),
    exchanges: steps,
  }
}

import type { AgentDeps } from '@/lib/agent/turn-state'
import type { StrategyChange } from '@/lib/db/learning/log/apply'
import { isRefusal, lessonChanges, lessonStrategy } from '@/lib/learning/lessons'
import { readKnownStrategies } from '@/lib/learning/similar'
import { changesOnReversal, tagsOf, verdictOfModel } from '@/lib/learning/trajectory'
import { type Notes, readLesson as readNoted } from '@/lib/prompts/turn-notes'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import type { NotesScene } from './scene'
import { turnsBehind } from './shown-lines'

/**
 * What notes change about a turn's verdict and the playbook. `heard` = the turns whose words the verdict has.
 */
type Learned = {
  verdict: Verdict | null
  heard: string[]
  changes: StrategyChange[]
  refused: string[]
}

/** The person's verdict comes before the model's. */
export async function learnedBy(deps: AgentDeps, scene: NotesScene, notes: Notes): Promise<Learned> {
  const { turn, person, before, cited, lessons } = scene
  const noted = notes.verdict && verdictOfModel(notes.verdict.verdict)
  const behind = noted ? turnsBehind(noted.reasons.join(' '), scene.own, scene.lines) : []
  const verdict = person ?? (noted && behind === null ? { ...noted, reasons: [] } : noted) ?? null
  const learned: Learned = { verdict, heard: [...scene.heard, ...(behind ?? [])], changes: [], refused: [] }
  if (!verdict) {
    // A thumb was taken back, and nothing else has judged the turn.
    if (before?.by === 'person' && turn.status === 'completed')
      learned.changes.push(
        ...cited.map(({ id }) => ({ op: 'TAG', id, turnId: turn.id, tag: null }) as const),
        ...(await changesOnReversal(deps.db, turn, before.label, null)),
      )
    return learned
  }
  const shownAs = new Map(lessons.map(({ row, shownAs }) => [row.id, shownAs]))
  const tagged = cited.map(({ id }) => ({ id, shownAs: shownAs.get(id) }))
  learned.changes.push(
    ...(await changesOnReversal(deps.db, turn, before?.label ?? null, verdict.label)),
    ...tagsOf(turn.id, tagged, verdict, person ? [] : notes.tags?.tags),
  )
  const lesson = await lessonOf(deps, scene, notes, verdict)
  if (typeof lesson === 'string') learned.refused.push(lesson)
  else learned.changes.push(...lesson)
  return learned
}

/** The changes that the turn's lesson makes; a string = why it is refused. */
async function lessonOf(
  { db }: AgentDeps,
  { turn, settings, heard, own, lines, lessons }: NotesScene,
  notes: Notes,
  verdict: Verdict,
): Promise<StrategyChange[] | string> {
  if (!notes.lesson?.lesson || verdict.label === 'unknown') return []
  const noted = readNoted(notes.lesson.lesson)
  if (!noted) return 'a lesson does not have its form'
  if (noted.confidence < limitsOfLearning.leastConfidence) return 'the model is not sure of it'
  const domain = settings?.get('learning.domain').value ?? ''
  const { updates, confidence: _, ...written } = noted
  const read = lessonStrategy(written, domain)
  if (isRefusal(read)) return read.reason
  const target = lessons.find(({ shownAs }) => shownAs === updates)
  const text = `${read.title} ${read.description} ${read.content}`
  const others = lines.filter((line) => line !== target)
  const behind = turnsBehind(text, own, others)
  if (behind === null) return 'it repeats something that has no turn'
  const stored = await readKnownStrategies(db, turn.ownerId, domain, turn.tainted)
  const known = stored.all.find(({ id }) => id === target?.row.id) ?? null
  const changes = await lessonChanges(db, read, stored, { turn, verdict }, known)
  if (typeof changes === 'string') return changes
  const wording = [...new Set([...heard, ...behind, ...(target?.turns ?? [])])]
  return changes.map((change) => ({ ...change, wording, by: 'model' }))
}

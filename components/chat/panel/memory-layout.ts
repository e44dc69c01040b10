import { evidenceOf } from '@/components/chat/turn/recalls/strength'
import { type FoundMemory, foundIn, hitKey } from '@/components/chat/turn/turn-facts'
import type { TurnDto } from '@/lib/shared/dto'
import type { RecallHit } from '@/lib/shared/turn/events'

export type Point = { x: number; y: number }
/** `named` = its number has room next to those of better matches; others show it on hover. */
export type MemoryNode = Point & {
  found: FoundMemory
  radius: number
  lane: 'here' | 'elsewhere'
  named: boolean
}
export type MemoryLayout = ReturnType<typeof layoutMemory>

const PAD = 22
const MAX_TICKS = 40
const ROUND_GAP = 34
const ARC_ROOM = 64
/** Rounds that there is always room for, so that the picture keeps its height while it fills. */
const MOST_ROUNDS = 3

/** Recalled turns on a line of time. Places depend on turn numbers only, so nothing moves. */
export function layoutMemory(turn: TurnDto, width: number) {
  const steps = turn.steps.filter(
    ({ phase, recalls }) => phase === 'think' || (phase === 'act' && recalls.length > 0),
  )
  const found = foundIn(turn)
  const elsewhere = found.filter(
    ({ hit }) => hit.conversationId !== turn.conversationId || hit.turnNumber === null,
  )
  const here = found.filter((entry) => !elsewhere.includes(entry))
  const top = PAD + 6
  const baseline = top + Math.max(steps.length, MOST_ROUNDS) * ROUND_GAP
  /** The line of other conversations; its room is always kept. */
  const lane = baseline + 44
  const right = width - PAD - 6
  const x = (number: number) =>
    turn.number <= 1 ? right : PAD + ((number - 1) / (turn.number - 1)) * (right - PAD)
  const now = { x: right, y: baseline }

  const rounds = steps.map((step, order) => ({
    x: right,
    y: baseline - ROUND_GAP * (order + 1),
    index: step.index,
    label: step.phase === 'think' ? String(step.round ?? order + 1) : '',
    current: turn.status === 'running' && order === steps.length - 1,
  }))
  const best = Math.max(...found.map(({ hit }) => evidenceOf(hit)), Number.EPSILON)
  /** Relative to the best one in the picture, in (0, 1]. */
  const strength = (hit: RecallHit) => Math.max(0.2, evidenceOf(hit) / best)
  const nodeOf = (entry: FoundMemory, at: MemoryNode['lane'], x: number) => ({
    found: entry,
    lane: at,
    x,
    y: at === 'here' ? baseline : lane,
    radius: 3.5 + 3.5 * strength(entry.hit),
  })
  const nodes = withNames(now.x, [
    ...here.map((entry) => nodeOf(entry, 'here', x(entry.hit.turnNumber ?? 1))),
    ...elsewhere.map((entry, order) =>
      nodeOf(entry, 'elsewhere', PAD + ((order + 0.5) / elsewhere.length) * (right - PAD) * 0.8),
    ),
  ])
  const edges = nodes.map((node) => {
    const to = rounds.find((round) => round.index === node.found.first.index) ?? now
    const bend = node.lane === 'here' ? Math.max(26, Math.min(ARC_ROOM + 10, (to.x - node.x) * 0.45)) : 18
    const path = `M${node.x} ${node.y} C${node.x} ${node.y - bend} ${to.x - Math.max(18, (to.x - node.x) * 0.35)} ${to.y} ${to.x} ${to.y}`
    const { hit } = node.found
    return { key: hitKey(hit), to, strength: strength(hit), path }
  })
  const inWindow = new Set(turn.window?.turns)
  /** Before the window, brought back by the message. */
  const referred = new Set(turn.window?.referred?.map((one) => one.turn))
  const every = Math.max(1, Math.ceil((turn.number - 1) / MAX_TICKS))
  const ticks = Array.from({ length: Math.max(0, turn.number - 1) }, (_, order) => order + 1)
    .filter((number) => number % every === 0 || inWindow.has(number) || referred.has(number))
    .map((number) => ({
      number,
      x: x(number),
      inWindow: inWindow.has(number),
      referred: referred.has(number),
    }))
  return {
    width,
    height: lane + 32,
    baseline,
    lane,
    isLaneUsed: elsewhere.length > 0,
    ticks,
    now,
    rounds,
    nodes,
    edges,
  }
}

/** Width of a digit, and the least gap between two numbers. */
const DIGIT = 6.5
const BETWEEN = 6
export const TITLE_CHARS = 14
/** Names that would overlap are left out, weaker matches first; another conversation is named once. */
function withNames(now: number, nodes: Omit<MemoryNode, 'named'>[]): MemoryNode[] {
  const taken = { here: [{ x: now, wide: 3 * DIGIT }], elsewhere: [] as { x: number; wide: number }[] }
  const [named, titled] = [new Set<object>(), new Set<string>()]
  for (const node of [...nodes].sort((a, b) => b.radius - a.radius)) {
    const { conversationId, turnNumber } = node.found.hit
    const isElsewhere = node.lane === 'elsewhere'
    const wide = (isElsewhere ? TITLE_CHARS : String(turnNumber ?? '·').length) * DIGIT
    if (isElsewhere && titled.has(conversationId)) continue
    if (taken[node.lane].some((other) => Math.abs(other.x - node.x) < (other.wide + wide) / 2 + BETWEEN))
      continue
    taken[node.lane].push({ x: node.x, wide })
    named.add(node)
    if (isElsewhere) titled.add(conversationId)
  }
  return nodes.map((node) => ({ ...node, named: named.has(node) }))
}

import { atLeast, type Goal, type Row, rounded } from '../bench'
import { cachedShare, LIFETIMES, PRICES, prefixCache, type Read, tokensOf, weighted } from '../prefix-cache'
import { isForeground, type TurnRequests } from '../requests'
import { type Exchange, PACE_NOTE, timeOf } from './replay'

const TURNS = 100
const NEVER = Number.POSITIVE_INFINITY

/** Chat without memory at its cheapest: the same messages, natively, with nothing that changes before them. */
export function plainChat(exchanges: readonly Exchange[]): TurnRequests[] {
  const messages = [{ role: 'system', content: 'You are a helpful assistant.' }]
  return exchanges.map(({ user, answer }, i) => {
    messages.push({ role: 'user', content: user })
    const body = { model: 'replay', messages: [...messages] }
    messages.push({ role: 'assistant', content: answer })
    return { at: timeOf(i), bodies: [body] }
  })
}

type TurnReads = { foreground: Read[]; background: Read[] }
/** What the cache had of each turn's requests. */
function readsOf(turns: readonly TurnRequests[], lifetimeMs: number): TurnReads[] {
  const sent = turns.flatMap(({ at, bodies }) => bodies.map((body) => ({ at, body })))
  const reads = prefixCache(sent, lifetimeMs)
  let next = 0
  return turns.map(({ bodies }) => {
    const own = bodies.map((body) => ({ body, read: reads[next++] as Read }))
    const of = (fore: boolean) =>
      own.filter(({ body }) => isForeground(body) === fore).map(({ read }) => read)
    return { foreground: of(true), background: of(false) }
  })
}

/** The first turn from which `costs` stay at or below `others`; Infinity = not by the last. */
function cheaperFrom(costs: readonly number[], others: readonly number[]): number {
  const dearer = costs.findLastIndex((cost, i) => cost > (others[i] ?? 0))
  return dearer === costs.length - 1 ? NEVER : dearer + 2
}
const running = (costs: readonly number[]) => {
  let total = 0
  return costs.map((cost) => {
    total += cost
    return total
  })
}

/** A conversation with memory, and the same as plain chat. */
type Beside = { remembered: TurnRequests[]; plain: TurnRequests[] }
type Played = { mine: TurnReads[]; plain: Read[][] }

const percent = (share: number) => rounded(100 * share)

function summed(talks: readonly Played[]) {
  const mine = talks.flatMap((talk) => talk.mine.slice(0, TURNS))
  return {
    turns: mine.length,
    foreground: mine.flatMap((turn) => turn.foreground),
    background: mine.flatMap((turn) => turn.background),
    plain: talks.flatMap((talk) => talk.plain.slice(0, TURNS)).flat(),
  }
}

function sharesRow(engine: string, lifetime: string, talks: readonly Played[]): Row {
  const { turns, ...reads } = summed(talks)
  const each = (of: Read[]) => Math.round(tokensOf(of) / turns)
  return {
    engine,
    lifetime,
    turns,
    foreground: each(reads.foreground),
    'cached %': percent(cachedShare(reads.foreground)),
    background: each(reads.background),
    'background cached %': percent(cachedShare(reads.background)),
    'plain chat': each(reads.plain),
    'plain cached %': percent(cachedShare(reads.plain)),
  }
}

function costRow(engine: string, lifetime: string, talks: readonly Played[], price: number): Row {
  const { turns, ...reads } = summed(talks)
  const whole = weighted([...reads.foreground, ...reads.background], price)
  const beside = weighted(reads.plain, price)
  const costs = talks.map(({ mine, plain }) => ({
    mine: mine.map((turn) => weighted([...turn.foreground, ...turn.background], price)),
    plain: plain.map((turn) => weighted(turn, price)),
  }))
  const last = Math.max(...costs.map(({ plain }) => plain.length))
  const shown = (turn: number) => (turn === NEVER ? `not by ${last}` : turn)
  return {
    engine,
    lifetime,
    'cached at': `${100 * price}%`,
    weighted: Math.round(whole / turns),
    'background %': percent(weighted(reads.background, price) / whole),
    'plain chat': Math.round(beside / turns),
    'of plain chat %': percent(whole / beside),
    'a turn costs less from': shown(Math.max(...costs.map(({ mine, plain }) => cheaperFrom(mine, plain)))),
    'all so far from': shown(
      Math.max(...costs.map(({ mine, plain }) => cheaperFrom(running(mine), running(plain)))),
    ),
  }
}

export function cachedCost(engine: string, talks: readonly Beside[]): { rows: Row[]; goals: Goal[] } {
  const all = LIFETIMES.map(({ name, ms }) => ({
    name,
    talks: talks.map(({ remembered, plain }): Played => {
      const each = readsOf(plain, ms).map((turn) => turn.foreground)
      return { mine: readsOf(remembered, ms), plain: each }
    }),
  }))
  const goal = (name: string, of: readonly Played[]): Goal =>
    atLeast(
      `${engine}: foreground cached, lifetime ${name}`,
      percent(cachedShare(summed(of).foreground)),
      75,
      '%',
    )
  return {
    rows: [
      ...all.map((one) => sharesRow(engine, one.name, one.talks)),
      ...all.flatMap((one) => PRICES.map((price) => costRow(engine, one.name, one.talks, price))),
    ],
    goals: all.map((one) => goal(one.name, one.talks)),
  }
}

export const CACHED_COST_NOTE = `Prefix cache: the real requests, ${PACE_NOTE}; a turn's background calls follow at once. Prompts in tokens a turn, over the first ${TURNS} turns; the turn from which Mneme costs less in each conversation, over all its turns. Plain chat = all earlier messages natively behind one short system message, through the same cache. Only prompts are counted: no answers, and nothing for writing to the cache.`

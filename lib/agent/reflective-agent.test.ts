import { describe, expect, it } from 'vitest'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { parse } from '@/lib/prompts/fence'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import { isTerminal, type TurnEvent } from '@/lib/shared/turn/events'
import { foldEvents } from '@/lib/shared/turn/live'
import { harness, isThink } from './testing'

const stop = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }
const more = (nextFocus: string) => ({
  name: 'continue_thinking',
  args: { continueThinking: true, reason: 'Something is missing.', nextFocus },
})

describe('a turn', () => {
  it('thinks, recalls, and the recalled text stands in the next prompt', async () => {
    const word = `zebra${Math.floor(Math.random() * 1e6)}`
    const h = await harness((request) => {
      if (!isThink(request)) return { text: 'An answer.' }
      const task =
        parse(request.user)
          .find((section) => section.name === 'task')
          ?.items.at(-1)?.text ?? ''
      if (!task.startsWith('What')) return { text: 'Nothing to look up.', calls: [stop] }
      return request.exchanges.length
        ? { text: 'Found it.', calls: [stop] }
        : {
            text: 'I need the earlier turn.',
            calls: [{ name: 'recall_context', args: { turnNumbers: [1] } }, more('the first turn')],
          }
    })
    await h.say('c', `My boat is called ${word}.`, { windowSize: 0 })
    const asked = await h.say('c', 'What was it?', { windowSize: 0 })
    expect(asked.status).toBe('completed')
    const results = ({ exchanges }: (typeof h.models.requests)[number]) =>
      exchanges.flatMap((one) => one.results.map(({ text }) => text)).join()
    expect(h.models.requests.filter((request) => results(request).includes(word))).toHaveLength(2) // the round after the recall, and the action
    const own = h.models.requests.slice(-3)
    expect(new Set(own.map(({ system, user, tools }) => JSON.stringify([system, user, tools]))).size).toBe(1)
    const [dto] = await turnDtos(h.db, h.ownerId, [asked])
    expect(dto?.steps.map((step) => [step.phase, step.round])).toEqual([
      ['think', 1],
      ['think', 2],
      ['act', null],
    ])
    expect(dto?.steps[0]?.recalls[0]?.hits[0]?.turnNumber).toBe(1)
    expect(dto?.steps[1]?.stop).toBe('Enough is known.')
    await h.close()
  })

  it('is the same when folded from its log as when read from its rows', async () => {
    const events: TurnEvent[] = []
    const h = await harness((request, i) =>
      isThink(request)
        ? {
            text: `Thought ${i}.`,
            reasoning: 'hm',
            calls:
              i === 0 ? [{ name: 'recall_context', args: { keywords: ['nothing'] } }, more('x')] : [stop],
          }
        : i === 2
          ? { text: 'I write it.', calls: [{ name: 'write_file', args: { path: 'a.md', text: 'hello' } }] }
          : { text: 'Done.' },
    )
    const turn = await h.send('c', 'Write a file.')
    h.runner.entry(turn.id)?.log.read(0, (frame) => frame && events.push(frame.event))
    await h.runner.settled(turn.id)
    const row = await h.db.turn.findUniqueOrThrow({ where: { id: turn.id } })
    const [dto] = await turnDtos(h.db, h.ownerId, [row])
    const folded = foldEvents({ steps: [] as StepDto[] } as TurnDto, events)
    expect(isTerminal(events.at(-1) as TurnEvent)).toBe(true)
    expect(folded.answer).toBe(dto?.answer)
    expect(folded.answer).toBe('I write it.\n\nDone.')
    expect(folded.steps).toEqual(dto?.steps)
    await h.close()
  })

  it('answers even at the step cap: the last call has no tools', async () => {
    const h = await harness((request) =>
      request.toolChoice !== 'none'
        ? { calls: [{ name: 'list_files', args: {} }] }
        : { text: 'As far as I got.' },
    )
    const turn = await h.say('c', 'Go on for ever.', { thinking: false })
    expect([turn.status, turn.answer]).toEqual(['completed', 'As far as I got.'])
    expect(h.models.requests).toHaveLength(5)
    await h.close()
  })

  it('stops using tools after three failed calls in a row, and still answers', async () => {
    const h = await harness((request) =>
      request.toolChoice !== 'none'
        ? { calls: [{ name: 'no_such_tool', args: {} }] }
        : { text: 'It did not work.' },
    )
    const turn = await h.say('c', 'Try.', { thinking: false })
    expect([turn.status, turn.answer, h.models.requests.length]).toEqual(['completed', 'It did not work.', 4])
    await h.close()
  })

  it('stops thinking at the limits, each with a reason', async () => {
    const stops: Record<string, string | null | undefined> = {}
    const cases = {
      rounds: () => ({ text: `t${Math.random()}`, calls: [more(String(Math.random()))] }),
      same: () => ({ text: 'again', calls: [more('same')] }),
      undecided: () => ({ calls: [{ name: 'continue_thinking', args: {}, problem: 'It has no decision.' }] }),
      budget: () => ({ text: 'long '.repeat(6_000), calls: [more(String(Math.random()))] }),
    }
    for (const [name, reply] of Object.entries(cases)) {
      const h = await harness((request) => (isThink(request) ? reply() : { text: 'ok' }))
      const [dto] = await turnDtos(h.db, h.ownerId, [await h.say('c', 'Think.', { preset: 'quick' })])
      stops[name] = dto?.steps.filter((step) => step.phase === 'think').at(-1)?.stop
      await h.close()
    }
    expect(stops).toEqual({
      rounds: 'The limit of 3 rounds is reached.',
      same: 'It made the same decision twice and found nothing new.',
      undecided: 'The model made no decision twice; continuing with what it has.',
      budget: 'The thinking budget of 5,000 tokens is used up, so it must answer now.',
    })
  })

  it('asks for a decision again only right after there was none', async () => {
    const undecided = { name: 'continue_thinking', args: {}, problem: 'It has no decision.' }
    const rounds = [[undecided], [more('the boat')], [stop]]
    const h = await harness((request) =>
      isThink(request) ? { text: 'Hm.', calls: rounds.shift() ?? [] } : { text: 'ok' },
    )
    await h.say('c', 'Think.', { preset: 'quick' })
    const notes = h.models.requests.map(({ exchanges }) => exchanges.at(-1)?.results.at(-1)?.note ?? '')
    expect(notes.map((note) => note.includes('no usable decision'))).toEqual([false, true, false, false])
    await h.close()
  })

  it('takes text without a call for the answer, and asks nothing more', async () => {
    const events: TurnEvent[] = []
    const h = await harness(() => ({ text: 'It is red.' }))
    const turn = await h.send('c', 'Which colour?', { preset: 'standard' })
    h.runner.entry(turn.id)?.log.read(0, (frame) => frame && events.push(frame.event))
    await h.runner.settled(turn.id)
    const [dto] = await turnDtos(h.db, h.ownerId, [
      await h.db.turn.findUniqueOrThrow({ where: { id: turn.id } }),
    ])
    expect(h.models.requests).toHaveLength(1)
    expect(dto).toMatchObject({ status: 'completed', answer: 'It is red.' })
    expect(dto?.steps.map(({ phase, round }) => [phase, round])).toEqual([['act', null]])
    expect(foldEvents({ steps: [] as StepDto[] } as TurnDto, events).steps).toEqual(dto?.steps)
    await h.close()
  })

  it('takes complete_task in a round for the end of thinking, and asks nothing more', async () => {
    const done = { name: 'complete_task', args: { answer: 'It is red.' } }
    const h = await harness(() => ({ text: 'Nothing is missing.', calls: [done] }))
    const turn = await h.say('c', 'Which colour?', { preset: 'standard' })
    const [dto] = await turnDtos(h.db, h.ownerId, [turn])
    expect(h.models.requests).toHaveLength(1)
    expect(dto).toMatchObject({ status: 'completed', answer: 'Nothing is missing.\n\nIt is red.' })
    expect(dto?.steps.map(({ phase, tools }) => [phase, tools.map(({ ok }) => ok)])).toEqual([
      ['act', [true]],
    ])
    await h.close()
  })

  it('keeps what a round said beside a longer answer as a thought', async () => {
    const events: TurnEvent[] = []
    const done = { name: 'complete_task', args: { answer: 'The shed has been red since March.' } }
    const h = await harness(() => ({ text: 'The shed was painted.', calls: [done] }))
    const turn = await h.send('c', 'Which colour?', { preset: 'standard' })
    h.runner.entry(turn.id)?.log.read(0, (frame) => frame && events.push(frame.event))
    await h.runner.settled(turn.id)
    const [dto] = await turnDtos(h.db, h.ownerId, [
      await h.db.turn.findUniqueOrThrow({ where: { id: turn.id } }),
    ])
    expect(dto).toMatchObject({ status: 'completed', answer: 'The shed has been red since March.' })
    expect(dto?.steps).toMatchObject([{ phase: 'act', reasoning: 'The shed was painted.' }])
    expect(foldEvents({ steps: [] as StepDto[] } as TurnDto, events).steps).toEqual(dto?.steps)
    await h.close()
  })

  it('keeps the partial text and the reason when the model fails', async () => {
    const h = await harness(() => ({
      text: 'Half an ans',
      error: { code: 'provider_cut', message: 'The connection broke.' },
    }))
    const turn = await h.say('c', 'Hello', { thinking: false })
    expect([turn.status, turn.answer]).toEqual(['failed', 'Half an ans'])
    await h.close()
  })

  it('keeps what tools wrote for the next turn, and leaves a context and a summary', async () => {
    const h = await harness((_, i) =>
      i === 0
        ? { calls: [{ name: 'write_file', args: { path: 'plan.md', text: 'step one' } }] }
        : { text: 'ok' },
    )
    await h.say('c', 'Write the plan.', { thinking: false })
    await h.say('c', 'Next.', { thinking: false })
    expect(
      parse(h.models.requests.at(-1)?.user ?? '').find((section) => section.name === 'workspace')?.items,
    ).toEqual([{ attributes: { file: 'plan.md', bytes: '8', version: '1' }, text: 'step one' }])
    expect(await h.db.context.count()).toBe(2)
    expect(await h.db.summary.count()).toBe(2)
    await h.close()
  })
})

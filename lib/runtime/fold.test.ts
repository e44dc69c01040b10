import { describe, expect, it } from 'vitest'
import { byHand, type Hands, otherProcess, until } from '@/lib/agent/testing-hands'
import { readLog } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { Frame } from '@/lib/shared/turn/events'
import { foldEvents } from '@/lib/shared/turn/live'

const MORE = {
  name: 'continue_thinking',
  args: { continueThinking: true, reason: 'Something is missing.', nextFocus: 'the boat' },
}
const LOOK = { name: 'recall_context', args: { keywords: ['boat'] } }
const ENOUGH = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
const WRITE = { name: 'write_file', args: { path: 'boat.md', text: 'The boat is red.' } }

const fold = (frames: Frame[]): TurnDto =>
  foldEvents(
    { steps: [] as StepDto[] } as TurnDto,
    frames.map((frame) => frame.event),
  )
const shown = ({ status, answer, error, thinking, window, steps }: TurnDto) => ({
  status,
  answer,
  error,
  thinking,
  window,
  steps,
})
/** An interrupted step has no usage, finish or end. */
const cut = (step: StepDto): StepDto => ({ ...step, usage: null, finish: '', totalMs: null, firstMs: null })

async function rows(h: Hands, turnId: string): Promise<TurnDto> {
  const [dto] = await turnDtos(h.db, h.ownerId, [await h.turn(turnId)])
  if (!dto) throw new Error('no such turn')
  return dto
}

/** A turn that thought twice, recalled, wrote a file and is in the middle of its answer. */
async function inTheMiddle(h: Hands) {
  const turn = await h.send('c', 'What is my boat?')
  ;(await h.model.next())
    .say('I must ')
    .say('look it up.')
    .end({ calls: [LOOK, MORE] })
  ;(await h.model.next()).say('Found.').end({ calls: [ENOUGH] })
  ;(await h.model.next()).say('I write it down.').end({ calls: [WRITE] })
  const call = await h.model.next()
  call.say('Your boat ').say('is r')
  h.runner.entry(turn.id)?.log.flushBuffer()
  return { turn, call }
}

describe('a settled turn read from its rows is what its log says', () => {
  it.each([
    {
      end: 'completed',
      by: async (_: Hands, call: Awaited<ReturnType<Hands['model']['next']>>) => call.say('ed.').end(),
      answer: 'I write it down.\n\nYour boat is red.',
    },
    {
      end: 'failed',
      by: async (_: Hands, call: Awaited<ReturnType<Hands['model']['next']>>) =>
        call.end({ error: { code: 'provider_cut', message: 'Cut.' } }),
      answer: 'I write it down.\n\nYour boat is r',
    },
    {
      end: 'stopped',
      by: async (h: Hands, _: unknown, turnId: string) => h.runner.stop(h.ownerId, turnId),
      answer: 'I write it down.\n\nYour boat is r',
    },
  ])('when it $end', async ({ end, by, answer }) => {
    const h = await byHand()
    const { turn, call } = await inTheMiddle(h)
    await by(h, call, turn.id)
    await h.runner.settled(turn.id)
    const dto = await rows(h, turn.id)
    expect([dto.status, dto.answer]).toEqual([end, answer])
    expect(shown(fold(await readLog(h.db, turn.id, 1)))).toEqual(shown(dto))
    await h.close()
  })

  it('when its process died: in the middle of a step, with all that was written of it', async () => {
    const a = await byHand()
    const b = await otherProcess(a, 'b', { isAlive: () => false })
    const { turn } = await inTheMiddle(a)
    await a.runner.flush()
    await b.runner.tickSweep()
    const dto = await rows(b, turn.id)
    const log = fold(await readLog(b.db, turn.id, 1))
    expect([dto.status, dto.answer, dto.steps.map((step) => step.finish)]).toEqual([
      'interrupted',
      'I write it down.\n\nYour boat is r',
      ['tool-calls', 'tool-calls', 'tool-calls', 'interrupted'],
    ])
    const last = dto.steps.length - 1
    const unfinished = (turnDto: TurnDto) => ({
      ...shown(turnDto),
      steps: turnDto.steps.map((step, i) => (i === last ? cut(step) : step)),
    })
    expect(unfinished(log)).toEqual(unfinished(dto))
    a.runner.entry(turn.id)?.controller.abort('lease')
    await until('A is idle', () => a.runner.active === 0)
    for (const h of [a, b]) await h.close()
  })

  it('when its process died between a step’s rows and its last frames: the rows win', async () => {
    const a = await byHand()
    const b = await otherProcess(a, 'b', { isAlive: () => false })
    const turn = await a.send('c', 'What?', { thinking: false })
    const call = await a.model.next()
    call.say('I write ')
    a.runner.entry(turn.id)?.log.flushBuffer()
    await a.runner.flush()
    call.say('it down.').end({ calls: [WRITE] })
    await a.model.next()
    await b.runner.tickSweep()
    const dto = await rows(b, turn.id)
    expect([dto.answer, dto.steps[0]?.text, dto.steps[0]?.tools.map((tool) => tool.name)]).toEqual([
      'I write it down.',
      'I write it down.',
      ['write_file'],
    ])
    a.runner.entry(turn.id)?.controller.abort('lease')
    await until('A is idle', () => a.runner.active === 0)
    for (const h of [a, b]) await h.close()
  })

  it('would differ if a step’s tools or texts were left out (control)', async () => {
    const h = await byHand()
    const { turn, call } = await inTheMiddle(h)
    call.end()
    await h.runner.settled(turn.id)
    await h.db.toolCall.deleteMany({})
    expect(shown(fold(await readLog(h.db, turn.id, 1)))).not.toEqual(shown(await rows(h, turn.id)))
    await h.close()
  })
})

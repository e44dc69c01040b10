import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import type { ModelRequest, StructuredRequest, StructuredResult } from '@/lib/model/types'

export const QUESTION = 'My sister Anna lives in Bremen. Please say when the harbour of Borkum opens.'
const LESSON = {
  ...{
    kind: 'principle',
    title: 'Opening hours',
    description: '',
    tags: ['harbour'],
    section: 'heu',
    confidence: 0.9,
  },
  content: 'Check the opening hours of the day that was asked about before the answer is given.',
}
const FACT = { subject: 'my sister Anna', predicate: 'lives in', object: 'Bremen', confidence: 0.95 }
const REPLIES: Record<string, object> = {
  turn_notes: {
    facts: [{ ...FACT, quote: 'My sister Anna lives in Bremen' }],
    ...{ summary: 'They spoke about harbours.', insights: [], title: 'Harbours' },
    verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
    ...{ tags: [{ id: 'l1', tag: 'helpful' }], lesson: LESSON },
  },
  contradiction: { contradicts: true, quote: 'Never restore' },
}

/** A model with a fixed reply per kind of call; `open` is awaited while a structured call is open. */
export class LearningModels implements Models {
  constructor(private readonly open: () => Promise<void> = async () => {}) {}

  describe = () => ({ provider: 'fixed', model: 'fixed-1', offline: false })

  call = async (_role: string, _request: ModelRequest, sink?: { onText?(text: string): void }) => {
    const text = 'It opens at nine [heu-00001].'
    sink?.onText?.(text)
    return said(text)
  }

  async structured<T>(_role: string, request: StructuredRequest<T>): Promise<StructuredResult<T>> {
    await this.open()
    const reply = REPLIES[request.name] ?? { summary: 'They spoke about harbours.', insights: [] }
    return { value: request.schema.safeParse(reply).data ?? null, result: said(JSON.stringify(reply)) }
  }
}

const said = (text: string) =>
  resultOf({ text, provider: 'fixed', model: 'fixed-1', usage: { inputTokens: 100, outputTokens: 10 } })

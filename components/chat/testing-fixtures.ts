import type { ConversationDto, ConversationPage, StepDto, TurnDto } from '@/lib/shared/dto'

/** Complete DTOs. A test sets only the fields it is about. */
export const aTurn = (given: Partial<TurnDto> = {}): TurnDto => ({
  id: 'turn_1',
  conversationId: 'conv_1',
  branchId: 'branch_1',
  number: 1,
  parentId: null,
  siblings: [given.id ?? 'turn_1'],
  status: 'completed',
  attempt: 1,
  userText: 'Hello',
  attachments: [],
  options: {},
  answer: '',
  thinking: null,
  window: null,
  steps: [],
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  totals: null,
  summary: null,
  ...given,
})

export const aStep = (given: Partial<StepDto> = {}): StepDto => ({
  index: 0,
  phase: 'think',
  round: 1,
  provider: 'offline',
  model: 'mneme-offline',
  text: '',
  reasoning: '',
  decision: null,
  stop: null,
  recalls: [],
  tools: [],
  retries: [],
  notices: [],
  sections: [],
  finish: '',
  usage: null,
  firstMs: null,
  totalMs: null,
  ...given,
})

export const aConversation = (given: Partial<ConversationDto> = {}): ConversationDto => ({
  id: 'conv_1',
  title: 'A conversation',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pinnedAt: null,
  turns: 1,
  running: false,
  ...{ importedFrom: null, importedAt: null, importedFile: null },
  ...given,
})

export const aPage = (turns: TurnDto[], given: Partial<ConversationPage> = {}): ConversationPage => ({
  conversation: aConversation(),
  turns,
  hasBefore: false,
  hasAfter: false,
  queue: [],
  queuePaused: false,
  lastNumber: turns.at(-1)?.number ?? 0,
  latest: null,
  ...given,
})

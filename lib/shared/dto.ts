import type { Words } from '@/lib/shared/pick'
import type { Failure } from './errors'
import type { LearningDto } from './learning/learning'
import type { NotedFact } from './memory/facts'
import type { Attachment, Decision, ProviderSetting, TurnOptions } from './schemas'
import type { TransferFormat } from './transfer/transfer'
import type {
  AskedCall,
  Phase,
  Recall,
  SectionTokens,
  ThinkingPlan,
  ToolCall,
  Usage,
  WindowPlan,
} from './turn/events'
import type { Feedback } from './turn/feedback'
import type { TurnMessage } from './turn/messages'

export type TurnStatus = Words<'queued running completed stopped failed interrupted forgotten'>
export const isSettled = (status: TurnStatus) => status !== 'queued' && status !== 'running'

export type StepDto = {
  index: number
  phase: Phase
  round: number | null
  provider: string
  model: string
  /** The round's thought, or what an action step said. */
  text: string
  reasoning: string
  decision: Decision | null
  /** Why thinking ended with this round, as a sentence; null while it continues. */
  stop: string | null
  recalls: Recall[]
  tools: ToolCall[]
  /** While a tool call waits for the person. */
  asking?: AskedCall
  /** Why the call was retried, as a sentence. */
  retries: string[]
  /** While it waits to be retried: when it will be. */
  retryAt?: string
  /** What a person should know about how the step ended. */
  notices: string[]
  sections: SectionTokens[]
  /** '' while running. */
  finish: string
  usage: Usage | null
  firstMs: number | null
  totalMs: number | null
}

/** A cited turn, which may be far from the turns on the page. */
export type CitedTurn = {
  turnId: string
  conversationId: string
  turnNumber: number
  at: string
  excerpt: string
}

/** What some calls have used. */
export type CallSums = Usage & { calls: number; unpricedCalls: number }

/**
 * One turn as the chat shows it; the same shape for a live turn (folded from events) and a settled one (read
 * from rows).
 */
export type TurnDto = {
  id: string
  conversationId: string
  branchId: string
  number: number
  parentId: string | null
  /** Ids of the turns with the same parent, oldest first, this one included: the branch picker. */
  siblings: string[]
  status: TurnStatus
  attempt: number
  userText: string
  attachments: Attachment[]
  options: TurnOptions
  answer: string
  /** Set where the texts contain several messages, as imported ones may. */
  messages?: TurnMessage[]
  thinking: ThinkingPlan | null
  /** What the person thinks of the answer. */
  feedback?: Feedback
  learning?: LearningDto
  /** The facts that its message states. */
  noted?: NotedFact[]
  /** Once it has ended: turns of other conversations that the answer cites. */
  cited?: CitedTurn[]
  window: WindowPlan | null
  /** think and act steps of the last attempt, in order. */
  steps: StepDto[]
  error: Failure | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  /**
   * Sums over the calls for this answer, those of earlier attempts included; null until there is one. They do
   * not change once the turn has ended: what jobs spend on memory afterwards is in `later`. `costMicros`
   * covers the calls with a price; null = none has one. `withMemoryTokens` and `plainChatTokens` are the
   * figures of the usage page, counted by our tokenizer: all calls of the turn as made, and plain chat.
   */
  totals: (CallSums & { later: CallSums | null; withMemoryTokens: number; plainChatTokens: number }) | null
  summary: { text: string; insights: string[]; status: string } | null
  /**
   * A forgotten turn that can still be restored, within `undoMs` of this reading; `all` = others are restored
   * with it.
   */
  undo?: { trashId: string; undoMs: number; all: boolean }
}

export type ConversationDto = {
  id: string
  title: string
  createdAt: string
  updatedAt: string
  pinnedAt: string | null
  archivedAt: string | null
  /** In alphabetical order. */
  tags: string[]
  turns: number
  running: boolean
  /** The kind of file it was imported from; null = chatted here. */
  importedFrom: TransferFormat | null
  /** When, and the file's name; null = unknown. */
  importedAt: string | null
  importedFile: string | null
  /** The program that it belongs to; null = none. */
  client: string | null
  /** The sample, of which other conversations recall nothing. */
  sample: boolean
}

/**
 * What the chat page loads. `turns` is one page of the active path, in order; other pages are loaded by turn
 * number.
 */
export type ConversationPage = {
  conversation: ConversationDto
  turns: TurnDto[]
  hasBefore: boolean
  hasAfter: boolean
  /** Turns waiting behind the current one, in order, including those on hold. */
  queue: TurnDto[]
  queuePaused: boolean
  lastNumber: number
  /** The path's last turn, if the page ends before it. */
  latest: TurnDto | null
}

export type WorkspaceFileDto = {
  path: string
  bytes: number
  version: number
  turnNumber: number
  hash: string
}
/** A deleted file in its last version; `turnNumber` = the turn that deleted it. */
export type DeletedFileDto = Omit<WorkspaceFileDto, 'bytes'>
export type WorkspaceDto = {
  files: WorkspaceFileDto[]
  deleted: DeletedFileDto[]
  state: Record<string, string>
  turnNumber: number
  bytes: number
}
export type FileVersionDto = Omit<WorkspaceFileDto, 'path'> & { turnId: string; op: string }

/** The models of a service, in order of their names. */
export type ModelListDto = { host: string; models: string[] }
/** A provider found on the server's own machine. */
export type LocalServiceDto = { name: string; baseUrl: string; models: string[] }
/** What a pasted address turned out to be. `blind` = its models that take no images, as far as it says. */
export type ServiceModelsDto = {
  baseUrl: string | null
  host: string
  /** `key` = its list needs a key; `unlisted` = it has no list. */
  state: 'listed' | 'key' | 'unlisted'
  models: string[]
  blind: string[]
}
/**
 * What a model can do. `roles` = what it would do. `tools` = how it calls them; null = not tested, because of
 * `toolError`. `refusal` = the words with which its service refuses tools; null = it takes them. Absent = it is not
 * for chat.
 */
export type ProviderTestDto = {
  roles: ('fast' | 'reflective' | 'utility' | 'embedding')[]
  model: string
  ms: number
  error: Failure | null
  can?: {
    streams: boolean
    tools: 'native' | 'text' | 'none' | null
    toolError: Failure | null
    refusal: string | null
  }
}
/** Whether the models that would answer take images; `model` = the one that refused them. */
export type ImageSupportDto = { images: 'unknown' | 'taken' | 'refused'; model: string | null }
export type ProviderDto = {
  /** The model in use, per role. */
  roles: Record<'fast' | 'reflective' | 'utility', { provider: string; model: string; offline: boolean }>
  offline: boolean
  baseUrl: string | null
  /** The key for this address, and where it is stored. */
  keyLast4: string | null
  keyFrom: 'settings' | 'environment' | null
  /** A key is stored that this server cannot read. */
  keyUnreadable?: true
  /** Whether services on the server's own machine may be looked for. */
  looksLocally: boolean
  /** Why the provider cannot answer, with what to do about it; null = it can. */
  problem: string | null
  /** null = nothing is set in Settings. */
  own: ProviderSetting | null
  /** What applies where nothing is set. */
  environment: {
    baseUrl: string | null
    models: Record<'fast' | 'reflective' | 'utility' | 'embedding', string | null>
    defaultModel: string
  }
}

/** How much of memory has embeddings; null without an embedding model. `problem` = why it has stopped. */
export type EmbeddingDto = {
  model: string
  done: number
  total: number
  busy: boolean
  problem: string | null
}

/** A setting with the layer it came from. */
export type SettingDto = {
  key: string
  value: unknown
  layer: 'message' | 'conversation' | 'user' | 'environment' | 'default'
}

import { getBlobs } from '@/lib/db/engine/blobs'
import { filesOnly, uploadsOf } from '@/lib/db/files/workspace'
import { attachedPaths, outsideOnPath, sourceOfTurns } from '@/lib/db/memory/outside'
import { nextRecallIndex } from '@/lib/db/memory/recalls'
import { SWITCHED_ON, toolServers } from '@/lib/db/tool-servers'
import type { BranchPath } from '@/lib/db/turns/path'
import type { Turn } from '@/lib/db/turns/turns'
import { noExamples } from '@/lib/learning/examples'
import { noStrategies } from '@/lib/learning/retrieve'
import { treeAfter } from '@/lib/memory/context/context'
import { summariesForPrompt } from '@/lib/memory/summaries/summaries'
import { TurnLabels } from '@/lib/prompts/labels'
import { loadSettings, overridesOf } from '@/lib/settings/layers'
import { type Attachment, attachmentsOf, readOptions, zoneOf } from '@/lib/shared/schemas'
import { sectionBudget } from '@/lib/shared/section-budget'
import { notAttached } from '@/lib/shared/turn/attached'
import { planFor } from '../depth/decide'
import { noTurns } from '../prompt/citations'
import { NO_TOOLS, type ServerTools, serverTools } from '../tools/servers/server-tools'
import { isUnattended } from '../turn-marks'
import type { AgentDeps, TurnProgress, TurnRun, TurnState } from '../turn-state'
import { Workspace } from '../workspace/workspace'
import { gatherWindow } from './gather-window'
import { noFacts } from './strategies'

type Refusal = { path: string; problem: string }
/**
 * The workspace a turn starts with: the one at the end of the `path` before it, with the attached files that
 * are within the limits.
 */
export async function openWorkspace({ db, countTokens, log }: AgentDeps, turn: Turn, path: BranchPath) {
  const load = async (hash: string) => {
    const text = (await getBlobs(db, turn.ownerId, [hash])).get(hash)
    if (text === undefined) throw new Error(`The text ${hash} is missing.`)
    return text
  }
  const tree = await treeAfter(db, turn.ownerId, path)
  const workspace = new Workspace(tree, turn.number, load, countTokens)
  const refused: Refusal[] = []
  for (const upload of filesOnly(await uploadsOf(db, turn.ownerId, turn.conversationId, turn.id))) {
    const added = await workspace.addUpload(upload.path, upload.hash)
    if (added.ok) continue
    log('an attached file was refused', { turnId: turn.id, path: upload.path, problem: added.problem })
    refused.push({ path: upload.path, problem: added.problem })
  }
  return { workspace, refused }
}

/** None for the built-in engine, nor where nobody is there to be asked. */
async function toolsFromOutside({ db, models }: AgentDeps, { turn, signal }: TurnRun): Promise<ServerTools> {
  const { ownerId } = turn
  if (models.describe('fast').offline || isUnattended(turn)) return NO_TOOLS
  return serverTools({ db, ownerId, signal }, await toolServers(db, ownerId, SWITCHED_ON))
}

/** Everything a turn starts from: settings, workspace with the attached files, window, summaries. */
export async function gather(deps: AgentDeps, run: TurnRun): Promise<TurnState> {
  const { db, countTokens } = deps
  const { turn, path } = run
  const { ownerId } = turn
  const options = readOptions(turn.options)
  const overrides = { ...deps.overrides, ...overridesOf(options) }
  const [settings, recallIndex, { workspace, refused }, outside, servers] = await Promise.all([
    loadSettings(db, ownerId, turn.conversationId, overrides),
    nextRecallIndex(db, ownerId, turn.id),
    openWorkspace(deps, turn, path),
    outsideOnPath(db, ownerId, { conversationId: turn.conversationId, path, before: turn.number }),
    toolsFromOutside(deps, run),
  ])
  const isRefused = ({ path, image }: Attachment) => !image && refused.some((one) => one.path === path)
  const attached = attachmentsOf(turn).filter((one) => !isRefused(one))
  const totalTokens = settings.get('prompt.totalTokens').value
  const files = Object.entries(workspace.tree().files)
  const gathered = await gatherWindow({ deps, run, settings, outside, hasFiles: files.length > 0 })
  const { oldest, whole, ...window } = gathered
  const isReferred = (turns: { from: number; to: number }) =>
    turns.from === turns.to && window.referredTurns.some(({ number }) => number === turns.from)
  const summaries = await summariesForPrompt(db, ownerId, path, {
    before: whole,
    budgetTokens: sectionBudget('summaries', totalTokens),
    countTokens,
  })

  const attachedHere = attached.filter(({ image }) => !image).map((file) => file.path)
  const recent = files
    .filter(([, file]) => file.turn >= oldest)
    .sort(([, a], [, b]) => b.turn - a.turn)
    .map(([filePath]) => filePath)
  const shownFiles = [...new Set([...attachedHere, ...recent])]
  for (const filePath of shownFiles) await workspace.open(filePath)
  const written = files.filter(([, file]) => sourceOfTurns(outside, file.turn, file.turn))
  const attachedEarlier = files.length ? await attachedPaths(db, ownerId, turn.conversationId) : []
  const outsideFiles = [...attachedHere, ...written.map(([filePath]) => filePath), ...attachedEarlier]

  return {
    run: { ...run, turn: { ...turn, attachments: attached } },
    deps,
    settings,
    options,
    zone: zoneOf(turn),
    instructions: {
      person: settings.get('instructions.person').value,
      conversation: settings.get('instructions.conversation').value,
    },
    clientInstructions: settings.get('instructions.client').value,
    ...window,
    answerTokens: settings.get('answer.maxTokens').value,
    recallScope: settings.get('recall.scope').value,
    shownFiles,
    servers,
    workspace,
    summaries: summaries.filter((summary) => !isReferred(summary)),
    outside,
    outsideFiles: new Set(outsideFiles),
    ...{ plan: planFor(settings, 'moderate'), totalTokens, canLookUp: true },
    ...noFacts(),
    ...{ strategies: noStrategies(), examples: noExamples() },
    ...noProgress(turn, recallIndex),
    notices: refused.map(({ path, problem }) => notAttached(path, problem)),
  }
}

const noProgress = (turn: Turn, nextRecallIndex: number): TurnProgress => ({
  notices: [],
  readOutside: false,
  tainted: 'no',
  imageBytes: new Map(),
  passages: [],
  retrieved: [],
  exchangedRecalls: [],
  exchangedPassages: [],
  shownTurns: noTurns(),
  labels: new TurnLabels(turn),
  nextRecallIndex,
  embedCalls: [],
  embedded: 0,
  thoughts: [],
  base: null,
  taskNote: '',
  exchanges: [],
  tools: [],
  ran: [],
  told: new Set(),
  steps: [],
  unsaved: [],
})

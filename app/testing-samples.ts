/** Inputs made of another user's ids, for the tests that call every entry point. */
export type Ids = {
  conversationId: string
  turnId: string
  queuedId: string
  trashId: string
  uploadId: string
  hash: string
  nodeId: string
  stepId: string
  factId: string
  strategyId: string
  groupId: string
  jobId: string
  tokenId: string
  serverId: string
}
export const fresh = () => `x${crypto.randomUUID()}`

/** When the other user's import began. */
export const IMPORTED_AT = '2026-02-03T04:05:06.789Z'

/** Entry points that need no owner. */
export const OPEN = new Set(['signIn', 'signOut'])
/** An input per action, made of another user's ids. A new action without one fails the test. */
export const SAMPLES: Record<string, (ids: Ids) => unknown> = {
  startTurn: (ids) => ({
    conversationId: ids.conversationId,
    turnId: fresh(),
    clientMessageId: fresh(),
    text: 'Hello there',
  }),
  stopTurn: (ids) => ({ turnId: ids.turnId }),
  retryTurn: (ids) => ({ turnId: ids.turnId }),
  correctDepth: (ids) => ({ turnId: ids.turnId, depth: 'deep' }),
  rateAnswer: (ids) => ({ turnId: ids.turnId, feedback: { value: 1, reason: '' } }),
  editTurn: (ids) => ({ turnId: ids.turnId, newTurnId: fresh(), clientMessageId: fresh(), text: 'Edited' }),
  regenerateTurn: (ids) => ({ turnId: ids.turnId, newTurnId: fresh(), clientMessageId: fresh() }),
  releaseQueue: (ids) => ({ conversationId: ids.conversationId }),
  editQueued: (ids) => ({ turnId: ids.queuedId, text: 'Edited' }),
  discardQueued: (ids) => ({ turnId: ids.queuedId }),
  loadTurns: (ids) => ({ conversationId: ids.conversationId }),
  loadTurn: (ids) => ({ turnId: ids.turnId }),
  selectBranch: (ids) => ({ turnId: ids.turnId }),
  listConversations: () => ({}),
  loadTitles: (ids) => ({ conversationIds: [ids.conversationId] }),
  renameConversation: (ids) => ({ conversationId: ids.conversationId, title: 'Mine now' }),
  pinConversation: (ids) => ({ conversationId: ids.conversationId, pinned: true }),
  archiveConversation: (ids) => ({ conversationId: ids.conversationId, archived: true }),
  listTags: () => undefined,
  addTag: (ids) => ({ conversationIds: [ids.conversationId], tag: 'Mine' }),
  removeTag: (ids) => ({ conversationId: ids.conversationId, tag: 'secret' }),
  loadTagged: (ids) => ({ conversationId: ids.conversationId }),
  renameTag: () => ({ tag: 'secret', name: 'Mine' }),
  deleteTag: () => ({ tag: 'secret' }),
  deleteConversation: (ids) => ({ conversationId: ids.conversationId }),
  undoDelete: (ids) => ({ trashId: ids.trashId }),
  previewForget: (ids) => ({ conversationId: ids.conversationId, from: 1, to: 1 }),
  forgetTurns: (ids) => ({ conversationId: ids.conversationId, from: 1, to: 1 }),
  forgetFile: (ids) => ({ conversationId: ids.conversationId, path: 'secret.md' }),
  listForgotten: () => undefined,
  listTrash: () => undefined,
  dropFromTrash: (ids) => ({ trashId: ids.trashId }),
  startSample: () => undefined,
  loadWorkspace: (ids) => ({ conversationId: ids.conversationId, turnId: ids.turnId }),
  readWorkspaceFile: (ids) => ({ conversationId: ids.conversationId, hash: ids.hash }),
  fileVersions: (ids) => ({ conversationId: ids.conversationId, path: 'secret.md' }),
  removeUpload: (ids) => ({ uploadId: ids.uploadId }),
  waitingUploads: (ids) => ({ conversationId: ids.conversationId, uploadIds: [ids.uploadId] }),
  loadProvider: () => undefined,
  loadEmbedding: () => undefined,
  loadImageSupport: () => ({ model: null }),
  embedAgain: () => undefined,
  saveProvider: () => ({ baseUrl: null, offline: true }),
  readModels: () => ({ address: '127.0.0.1:9' }),
  forgetKey: () => undefined,
  resetProvider: () => undefined,
  testProvider: () => ({ baseUrl: 'http://127.0.0.1:9/v1', fastModel: 'm', offline: false }),
  listModels: () => undefined,
  findLocalServices: () => undefined,
  exportSettings: () => undefined,
  importSettings: () => '{"format":"mneme-settings","version":1,"settings":{"window.size":7}}',
  loadSettings: (ids) => ({ conversationId: ids.conversationId }),
  saveSetting: (ids) => ({ scope: ids.conversationId, key: 'window.size', value: 3 }),
  dismissRestored: () => ({ id: '2026-01-01T00:00:00.000Z' }),
  pollChanges: () => ({ rev: 0 }),
  signIn: () => ({ token: 'wrong-token-xyz' }),
  signOut: () => undefined,
  loadCalendar: () => ({ offset: -60 }),
  loadMap: (ids) => ({ conversationId: ids.conversationId }),
  loadBundle: (ids) => ({
    from: `conversation:${ids.conversationId}`,
    to: `conversation:${ids.conversationId}`,
  }),
  loadLink: (ids) => ({ asking: ids.turnId, found: ids.turnId }),
  loadNode: (ids) => ({ id: ids.nodeId }),
  findTurns: (ids) => ({ conversationId: ids.conversationId, text: 'secret' }),
  resetPositions: () => undefined,
  renameTopic: (ids) => ({ topicId: ids.turnId, name: 'Mine now' }),
  savePositions: (ids) => [{ node: ids.nodeId, x: 1, y: 2 }],
  loadInspector: (ids) => ({ turnId: ids.turnId }),
  loadBudget: () => ({ zone: 'Europe/Dublin' }),
  loadCalls: (ids) => ({ conversationId: ids.conversationId }),
  loadTrajectory: (ids) => ({ turnId: ids.turnId }),
  loadTurnChanges: (ids) => ({ turnId: ids.turnId }),
  loadTurnResult: (ids) => ({ turnId: ids.turnId }),
  listImports: () => undefined,
  previewImportRemoval: () => ({ at: IMPORTED_AT }),
  removeImport: () => ({ at: IMPORTED_AT, continued: true }),
  loadImportedWork: () => ({ work: 'facts' }),
  startImportedWork: () => ({ work: 'facts' }),
  stopImportedWork: () => ({ work: 'facts' }),
  listFacts: () => ({ search: 'secret' }),
  addFact: (ids) => ({ subject: 'user', predicate: 'lives in', object: 'Galway', replaces: [ids.factId] }),
  editFact: (ids) => ({ ids: [ids.factId], predicate: 'lives in', object: 'Nowhere' }),
  uncorrectFact: (ids) => ({
    statements: [
      {
        ...{ id: ids.factId, predicate: 'lives in', object: 'Nowhere', quote: null, origin: 'patterns' },
        ...{ confidence: 1, validFrom: new Date(0), writtenAt: null, sourceTurnId: ids.turnId },
      },
    ],
    sources: [{ refId: ids.factId, sourceTurnId: ids.turnId }],
  }),
  pinFact: (ids) => ({ ids: [ids.factId], pinned: true }),
  approveFact: (ids) => ({ ids: [ids.factId], approved: true }),
  previewForgetFact: (ids) => ({ ids: [ids.factId] }),
  forgetFact: (ids) => ({ ids: [ids.factId] }),
  listPlaybook: () => ({ search: 'secret' }),
  loadPlaybookHistory: (ids) => ({ id: ids.strategyId, before: null }),
  shareStrategies: () => ({ domain: null }),
  addStrategy: () => ({
    ...{ section: 'heu', kind: 'principle', title: 'Mine', description: '', content: 'Look twice.' },
    ...{ tags: [], domain: '' },
  }),
  editStrategy: (ids) => ({ id: ids.strategyId, set: { title: 'Mine now' } }),
  changeStrategies: (ids) => ({ act: 'remove', ids: [ids.strategyId] }),
  undoPlaybook: (ids) => ({ groupId: ids.groupId }),
  planConsolidation: () => undefined,
  consolidatePlaybook: () => undefined,
  loadConsolidation: (ids) => ({ id: ids.jobId }),
  listTokens: () => undefined,
  createToken: () => ({ name: 'Mine', life: 'month', may: ['read'] }),
  renewToken: (ids) => ({ id: ids.tokenId, life: 'year' }),
  revokeToken: (ids) => ({ id: ids.tokenId }),
  loadTokenCalls: (ids) => ({ id: ids.tokenId }),
  addServer: () => ({ name: 'Mine', place: 'http://127.0.0.1:9/mcp', token: '' }),
  refreshServer: (ids) => ({ id: ids.serverId }),
  chooseTool: (ids) => ({ id: ids.serverId, tool: 'secret', use: 'always' }),
  removeServer: (ids) => ({ id: ids.serverId }),
  answerCall: (ids) => ({ turnId: ids.turnId, callId: 'step_1.0', answer: 'once' }),
  loadRetention: () => undefined,
  dropOldTexts: () => undefined,
  bringBackTexts: () => ({ at: '2026-03-01T00:00:00.000Z' }),
}

const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
/**
 * A request per route (`METHOD path`), made of another user's ids. A new route without one fails the test.
 */
export const REQUESTS: Record<string, (ids: Ids) => { path: string; init?: RequestInit; id?: string }> = {
  'POST files': ({ conversationId }) => {
    const body = new FormData()
    body.set('conversationId', conversationId)
    body.set('file', new File(['x'], 'x.md'))
    return { path: '/api/files', init: { method: 'POST', body, headers: { 'content-length': '200' } } }
  },
  'GET search': ({ conversationId }) => ({
    path: `/api/search?q=secret&in=${conversationId}`,
    init: { headers: { host: '127.0.0.1' } },
  }),
  // The attacker's own file, which refers to another user's rows.
  'POST import': ({ conversationId, turnId }) => {
    const body = JSON.stringify([
      {
        id: conversationId,
        conversationId,
        turnId,
        messages: [{ id: turnId, role: 'user', content: 'Mine now' }],
      },
    ])
    return {
      path: '/api/import',
      init: {
        method: 'POST',
        body,
        headers: { 'content-length': String(body.length), host: '127.0.0.1', origin: 'http://127.0.0.1' },
      },
    }
  },
  // Of an address where nothing listens.
  'POST provider/[id]': () => ({
    path: '/api/provider/test',
    id: 'test',
    init: {
      method: 'POST',
      body: JSON.stringify({ baseUrl: 'http://127.0.0.1:9/v1', fastModel: 'm', offline: false }),
    },
  }),
  // Without a token.
  'POST mcp': ({ turnId }) => ({
    path: '/api/mcp',
    init: posted({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'fetch', arguments: { id: `turn:${turnId}` } },
    }),
  }),
  'POST v1/memory/events': ({ conversationId }) => ({
    path: '/api/v1/memory/events',
    init: posted({ session: conversationId, events: [] }),
  }),
  'POST v1/memory/injection': ({ conversationId }) => ({
    path: '/api/v1/memory/injection',
    init: posted({ session: conversationId }),
  }),
  'GET v1/models': () => ({ path: '/api/v1/models' }),
  'GET v1/models/[id]': () => ({ path: '/api/v1/models/mneme-auto', id: 'mneme-auto' }),
  'GET v1/responses/[id]': ({ turnId }) => ({
    ...{ path: `/api/v1/responses/resp_${turnId}`, id: `resp_${turnId}` },
  }),
  'DELETE v1/responses/[id]': ({ turnId }) => ({
    ...{ path: `/api/v1/responses/resp_${turnId}`, id: `resp_${turnId}`, init: { method: 'DELETE' } },
  }),
  'GET v1/[...path]': () => ({ path: '/api/v1/files' }),
  'POST v1/[...path]': () => ({ path: '/api/v1/embeddings', init: posted({}) }),
  'DELETE v1/[...path]': () => ({ path: '/api/v1/files/1', init: { method: 'DELETE' } }),
  'POST v1/chat/completions': ({ conversationId }) => ({
    path: '/api/v1/chat/completions',
    init: posted(
      { model: 'mneme-auto', messages: [{ role: 'user', content: 'Hello there' }] },
      { 'x-mneme-conversation': conversationId },
    ),
  }),
  'POST v1/responses': ({ turnId }) => ({
    path: '/api/v1/responses',
    init: posted({ model: 'mneme-auto', input: 'Hello there', previous_response_id: `resp_${turnId}` }),
  }),
  'GET export': ({ conversationId }) => ({ path: `/api/export?conversation=${conversationId}` }),
  'GET usage': ({ conversationId }) => ({ path: `/api/usage?conversation=${conversationId}` }),
  'GET images/[id]': ({ uploadId }) => ({ path: `/api/images/${uploadId}`, id: uploadId }),
  'GET turns/[id]/events': ({ turnId }) => ({ path: `/api/turns/${turnId}/events`, id: turnId }),
}
/** Routes without ids: they may succeed, on the caller's own data only. */
export const OWN_ROUTES = new Set(['POST import', 'POST provider/[id]'])
/** Routes that a cookie does not open. Their ids are tried with a token in `lib/mcp` and `api/v1`. */
export const TOKEN_ROUTES = new Set([
  'POST mcp',
  'GET v1/models',
  'GET v1/models/[id]',
  'GET v1/responses/[id]',
  'DELETE v1/responses/[id]',
  'GET v1/[...path]',
  'POST v1/[...path]',
  'DELETE v1/[...path]',
  'POST v1/chat/completions',
  'POST v1/responses',
  'POST v1/memory/events',
  'POST v1/memory/injection',
])
export const OPEN_ROUTES = new Set(['GET health', 'GET ready', 'GET metrics'])
/** Actions without ids in their input: they may succeed, on the caller's own data only. */
export const OWN = new Set([
  'loadBudget',
  'listConversations',
  'loadTitles',
  'waitingUploads',
  'listForgotten',
  'listTrash',
  'listTags',
  'listImports',
  'startSample',
  'dismissRestored',
  'loadProvider',
  'loadImageSupport',
  'loadEmbedding',
  'embedAgain',
  'readModels',
  'saveProvider',
  'forgetKey',
  'resetProvider',
  'testProvider',
  'listModels',
  'findLocalServices',
  'exportSettings',
  'importSettings',
  'pollChanges',
  'signIn',
  'signOut',
  'savePositions',
  'resetPositions',
  'loadCalendar',
  'loadImportedWork',
  'startImportedWork',
  'stopImportedWork',
  'listFacts',
  'listPlaybook',
  'addStrategy',
  'planConsolidation',
  'consolidatePlaybook',
  'listTokens',
  'createToken',
  'addServer',
  'loadRetention',
  'dropOldTexts',
  'bringBackTexts',
])

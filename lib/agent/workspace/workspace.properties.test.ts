import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import type { FileTouch, WorkspaceTree } from '@/lib/shared/workspace'
import { emptyTree, workspaceTreeSchema } from '@/lib/shared/workspace'
import { runs } from '@/scripts/tier.mjs'
import { Workspace } from './workspace'

const TURN = 9
/** The last version of `d.md` where the turn does not begin with it: an earlier turn deleted it. */
const GONE = 5
const path = fc.constantFrom('a.md', '/a.md', 'b/c.md', 'b\\c.md', 'd.md', 'constructor')
const content = fc
  .array(fc.constantFrom('x', 'y', 'é', '\n', '😀', '$&'), { maxLength: 6 })
  .map((parts) => parts.join(''))
const action = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, text: content }),
  fc.record({
    do: fc.constant('edit' as const),
    path,
    find: fc.constantFrom('x', 'y', '😀', 'xy'),
    replace: content,
    all: fc.boolean(),
  }),
  fc.record({ do: fc.constant('delete' as const), path }),
  fc.record({ do: fc.constant('read' as const), path }),
)
const run = fc.record({
  start: fc.dictionary(fc.constantFrom('a.md', 'b/c.md', 'd.md'), content, { maxKeys: 3 }),
  uploads: fc.array(fc.record({ path, text: content }), { maxLength: 2 }),
  actions: fc.array(action, { maxLength: 25 }),
})
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never
type Make = (...args: ConstructorParameters<typeof Workspace>) => Workspace

async function play(make: Make, { start, uploads, actions }: Run) {
  const stored = new Map(
    [...Object.values(start), ...uploads.map((upload) => upload.text)].map((text) => [sha256(text), text]),
  )
  const tree: WorkspaceTree = emptyTree()
  for (const [name, text] of Object.entries(start))
    tree.files[name] = {
      hash: sha256(text),
      bytes: Buffer.byteLength(text),
      tokens: text.length,
      version: 2,
      turn: 3,
    }
  if (!tree.files['d.md']) tree.deleted = { 'd.md': GONE }
  const workspace = make(
    tree,
    TURN,
    async (hash) => stored.get(hash) ?? Promise.reject(new Error('lost')),
    (text) => text.length,
  )
  for (const upload of uploads) await workspace.addUpload(upload.path, sha256(upload.text))
  for (const step of actions) {
    if (step.do === 'write') workspace.write(step.path, step.text)
    else if (step.do === 'edit') await workspace.edit(step.path, step.find, step.replace, step.all)
    else if (step.do === 'delete') workspace.delete(step.path)
    else await workspace.read(step.path)
  }
  return { workspace, tree, stored }
}

/**
 * Hash and version of each file after replaying touches in order; null when a touch does not start where the
 * one before ended.
 */
function replay(
  tree: WorkspaceTree,
  touches: FileTouch[],
): Map<string, { hash: string; version: number }> | null {
  const files = new Map(
    Object.entries(tree.files).map(([name, { hash, version }]) => [name, { hash, version }]),
  )
  const seen = new Set<string>()
  const changed = new Map<string, number>()
  for (const touch of touches) {
    const key = `${touch.path}\n${touch.op}`
    if (seen.has(key)) return null
    seen.add(key)
    if (touch.op === 'read') continue
    if ((files.get(touch.path)?.hash ?? null) !== touch.fromHash || touch.fromHash === touch.toHash)
      return null
    changed.set(touch.path, (changed.get(touch.path) ?? 0) + 1)
    if (touch.toHash === null) files.delete(touch.path)
    else
      files.set(touch.path, {
        hash: touch.toHash,
        version:
          (tree.files[touch.path]?.version ?? (touch.path === 'd.md' ? GONE : 0)) +
          (changed.get(touch.path) ?? 0),
      })
  }
  return files
}

/** Whether what the turn leaves behind hangs together: touches, versions, sizes, texts and the tree. */
async function broken(make: Make, input: Run): Promise<string | null> {
  const { workspace, tree, stored } = await play(make, input)
  const after = workspace.tree()
  const touches = workspace.touches()
  const replayed = replay({ ...tree, files: Object.assign(Object.create(null), tree.files) }, touches)
  if (!replayed) return 'touches do not follow from each other'
  const shape = (files: Iterable<[string, { hash: string; version: number }]>) =>
    JSON.stringify([...files].map(([name, { hash, version }]) => [name, hash, version]).sort())
  if (shape(replayed) !== shape(Object.entries(after.files))) return 'replayed touches differ from the tree'
  if (
    Object.keys(tree.deleted ?? {}).some((name) => !after.files[name] && (after.deleted?.[name] ?? 0) < GONE)
  )
    return 'the number of a deleted file is lost'
  const texts = new Map([
    ...stored,
    ...workspace.newBlobs().map((blob): [string, string] => [blob.hash, blob.text]),
  ])
  for (const [name, file] of Object.entries(after.files)) {
    const text = texts.get(file.hash)
    if (
      text === undefined ||
      sha256(text) !== file.hash ||
      Buffer.byteLength(text) !== file.bytes ||
      text.length !== file.tokens
    )
      return `the text of ${name} is not what the tree says`
    const change = touches.some((touch) => touch.path === name && touch.op !== 'read')
    if (file.turn !== (change ? TURN : 3)) return `${name} names the wrong turn`
  }
  if (
    touches.some((touch) => [touch.fromHash, touch.toHash].some((hash) => hash !== null && !texts.has(hash)))
  )
    return 'a touch names a text that is not stored'
  if (workspace.touched().some(({ path: name, content: text }) => after.files[name]?.hash !== sha256(text)))
    return 'an open file is not the present one'
  return JSON.stringify(workspaceTreeSchema.parse(JSON.parse(JSON.stringify(after)))) ===
    JSON.stringify(after)
    ? null
    : 'the tree does not survive storage'
}

const make: Make = (...args) => new Workspace(...args)
const faults = async (variant: Make, numRuns: number) =>
  (await Promise.all(fc.sample(run, { numRuns, seed: 3 }).map((input) => broken(variant, input)))).filter(
    (fault) => fault !== null,
  )

describe('what a turn leaves in the workspace', () => {
  it('hangs together for 2,000 random turns: replayed touches give the tree, each version is one touch, every text is stored', async () => {
    expect(await faults(make, runs(2_000))).toEqual([])
  })

  it('negative control: forgetting uploads, versions or texts is noticed', async () => {
    class NoUploads extends Workspace {
      override touches() {
        return super.touches().filter((touch) => touch.op !== 'upload')
      }
    }
    class NoVersions extends Workspace {
      override tree() {
        const { files, state } = super.tree()
        return {
          files: Object.fromEntries(
            Object.entries(files).map(([name, file]) => [name, { ...file, version: 2 }]),
          ),
          state,
        }
      }
    }
    class NoTexts extends Workspace {
      override newBlobs() {
        return []
      }
    }
    for (const Variant of [NoUploads, NoVersions, NoTexts])
      expect((await faults((...args) => new Variant(...args), 50)).length).toBeGreaterThan(0)
  })
})

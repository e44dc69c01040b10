import { nodeSize } from '@/components/memory/canvas/graph-style'
import type { GraphDto } from '@/lib/shared/graph'
import { limits } from '@/lib/shared/limits'
import type { ForceJob } from './force.worker'
import { type ForceInput, forceLayout } from './force-layout'
import { type Point, spineInTime } from './spine'

/** How strongly a link attracts; recalls by their score. */
const WEIGHTS: Record<string, number> = { snapshot: 2, summarises: 2, next: 2, recalled: 1.2, injected: 1.2 }
const { force } = limits.graph

/** The input of the force layout: elements of one turn attract most, recalls attract by score. */
export function forceInput(graph: Pick<GraphDto, 'nodes' | 'edges'>): ForceInput {
  const order = new Map(spineInTime(graph.nodes).map(({ id }, index) => [id, index]))
  const rank = ({ id, turnId }: { id: string; turnId: string | null }) =>
    order.get(id) ?? order.get(`turn:${turnId}`) ?? order.size
  return {
    nodes: [...graph.nodes]
      .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
      .map((node) => ({ id: node.id, size: Math.min(30, nodeSize(node).width / 2) + 4 })),
    edges: graph.edges.map(({ from, to, kind, score }) => ({
      from,
      to,
      weight: (WEIGHTS[kind] ?? 0.6) * (score ?? 1),
    })),
  }
}

/**
 * Positions by ForceAtlas2: in place for small graphs, in a worker with a deadline for larger ones. Rejects
 * when `signal` aborts or no worker can run.
 */
export async function runForce(
  graph: Pick<GraphDto, 'nodes' | 'edges'>,
  signal: AbortSignal,
): Promise<Map<string, Point>> {
  const input = forceInput(graph)
  const end = performance.now() + force.deadlineMs
  const placed =
    input.nodes.length <= force.inPlace
      ? forceLayout(input, { rounds: force.rounds, goOn: () => performance.now() < end })
      : await inWorker(input, signal)
  return new Map(placed.map(([id, x, y]) => [id, { x, y }]))
}

function inWorker(input: ForceInput, signal: AbortSignal): Promise<ReturnType<typeof forceLayout>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./force.worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.terminate()
      settle()
    }
    const timer = setTimeout(
      () => end(() => reject(new Error('the layout took too long'))),
      force.deadlineMs * 2,
    )
    worker.onmessage = (event: MessageEvent<ReturnType<typeof forceLayout>>) => end(() => resolve(event.data))
    worker.onerror = () => end(() => reject(new Error('the layout worker could not run')))
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
    const job: ForceJob = { input, rounds: force.rounds, deadlineMs: force.deadlineMs }
    worker.postMessage(job)
  })
}

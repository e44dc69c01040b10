import { readiness } from '@/lib/server/readiness'

export const dynamic = 'force-dynamic'

/** 503 if the database does not answer, or once the process is stopping. */
export async function GET() {
  const report = await readiness()
  return Response.json(report, { status: report.ready ? 200 : 503 })
}

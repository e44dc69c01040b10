// prisma/models.prisma (the only file edited by hand) -> one schema and one client per provider.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bin, fail, root, run } from './bootstrap.mjs'

const models = readFileSync(path.join(root, 'prisma/models.prisma'), 'utf8')
for (const provider of ['sqlite', 'postgresql']) {
  const folder = path.join(root, 'prisma', provider)
  mkdirSync(folder, { recursive: true })
  const schema = path.join(folder, 'schema.prisma')
  writeFileSync(
    schema,
    `// GENERATED from ../models.prisma by scripts/generate.mjs: edit that file.
generator client {
  provider = "prisma-client"
  output   = "../../lib/db/generated/${provider}"
}

datasource db {
  provider = "${provider}"
}

${models}`,
  )
  // Generating needs no engine, but Prisma insists that a schema engine file exists and would download one.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'scripts/no-schema-engine.sh'),
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  }
  if (
    run(
      bin('prisma'),
      ['generate', '--schema', schema, '--no-hints', '--config', 'prisma/prisma.config.ts'],
      env,
    )
  )
    fail(`prisma generate failed for ${provider}`)
}

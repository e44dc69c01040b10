// npm run db:migrate -- <sqlite|postgresql> <create NAME|drift>: authors migrations with Prisma's own schema
// engine (WebAssembly). The app applies them at start with lib/db/engine/migrate.ts. PostgreSQL needs
// DATABASE_URL of an empty scratch database once migrations exist.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import { fail, root } from './bootstrap.mjs'

const [provider, command, name] = process.argv.slice(2)
if (!['sqlite', 'postgresql'].includes(provider) || !['create', 'drift'].includes(command))
  fail('usage: npm run db:migrate -- <sqlite|postgresql> <create NAME|drift>')

const schemaPath = path.join(root, 'prisma', provider, 'schema.prisma')
const folder = path.join(root, 'prisma', provider, 'migrations')
const schema = { files: [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }] }

async function adapter() {
  if (provider === 'sqlite') {
    const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3')
    // The engine sends whole files to the shadow database through executeRaw(); better-sqlite3 prepares one
    // statement at a time.
    class MigrationSqlite extends PrismaBetterSqlite3 {
      async connectToShadowDb() {
        const connection = await super.connectToShadowDb()
        const one = connection.executeRaw.bind(connection)
        connection.executeRaw = async (query) => {
          if (query.args.length) return one(query)
          await connection.executeScript(query.sql)
          return 0
        }
        // It asks for partial indexes with their names in double quotes, which better-sqlite3 takes for columns.
        const rows = connection.queryRaw.bind(connection)
        connection.queryRaw = (query) =>
          rows({ ...query, sql: query.sql.replace(/(AND name = )"(\w+)"/, "$1'$2'") })
        return connection
      }
    }
    return new MigrationSqlite({ url: ':memory:' }, { shadowDatabaseUrl: ':memory:' })
  }
  const { PrismaPg } = await import('@prisma/adapter-pg')
  const textLike = { 18: 25, 19: 25, 1002: 1009, 1003: 1009 } // "char" and name columns of pg_catalog, refused by adapter-pg
  const whole = (connection) => {
    const io = connection.performIO.bind(connection)
    connection.performIO = async (query) => {
      const result = await io(query)
      for (const field of result?.fields ?? [])
        field.dataTypeID = textLike[field.dataTypeID] ?? field.dataTypeID
      return result
    }
    connection.executeScript = async (sql) => void (await connection.client.query(sql))
    const one = connection.executeRaw.bind(connection)
    connection.executeRaw = async (query) => {
      if (query.args.length) return one(query)
      await connection.executeScript(query.sql)
      return 0
    }
    return connection
  }
  class MigrationPg extends PrismaPg {
    async connect() {
      return whole(await super.connect())
    }
    // The stock one opens the main database again; the scratch database named by DATABASE_URL is meant to be
    // empty.
    async connectToShadowDb() {
      return this.connect()
    }
  }
  return new MigrationPg({ connectionString: process.env.DATABASE_URL ?? 'postgres://unused', max: 1 })
}

const wasm = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')),
  'schema_engine_bg.wasm',
)
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {
  './schema_engine_bg.js': glue,
})
glue.__wbg_set_wasm(instance.exports)
instance.exports.__wbindgen_start()
const engine = await glue.SchemaEngine.new(
  { datamodels: schema.files.map((f) => [f.path, f.content]) },
  () => {},
  bindMigrationAwareSqlAdapterFactory(await adapter()),
)

const names = existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name)
      .sort()
  : []
const migrations = {
  tag: 'migrations',
  baseDir: folder,
  lockfile: {
    path: 'migration_lock.toml',
    content: names.length ? readFileSync(path.join(folder, 'migration_lock.toml'), 'utf8') : null,
  },
  shadowDbInitScript: '',
  migrationDirectories: names.map((d) => ({
    path: d,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok', value: readFileSync(path.join(folder, d, 'migration.sql'), 'utf8') },
    },
  })),
}
const from = names.length ? migrations : { tag: 'empty' }
// Full text (lib/db/memory/full-text.ts) is made by plain SQL: Prisma knows no virtual tables and no
// tsvector.
const external = [
  'SearchUnit',
  'SearchTerm',
  'SearchVocabulary',
  ...['data', 'idx', 'content', 'docsize', 'config'].map((part) => `SearchTerm_${part}`),
]
const externalTables = provider === 'sqlite' ? external : external.map((table) => `public.${table}`)
const result = await engine.diff({
  from,
  to: { tag: 'schemaDatamodel', ...schema },
  script: true,
  exitCode: true,
  filters: { externalTables, externalEnums: [] },
})
if (result.exitCode !== 2) console.log('in sync')
else if (command === 'drift') fail(`models.prisma and the ${provider} migrations differ:\n${result.stdout}`)
else {
  const target = path.join(folder, `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  mkdirSync(target, { recursive: true })
  if (!names.length) writeFileSync(path.join(folder, 'migration_lock.toml'), `provider = "${provider}"\n`)
  writeFileSync(path.join(target, 'migration.sql'), result.stdout)
  console.log(`created ${path.relative(root, target)}`)
}
process.exit(0)

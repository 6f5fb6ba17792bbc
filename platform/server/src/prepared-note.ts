import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import type { ApiSchema } from './api/supabase-api.ts';
import { writePrivateFile } from './config/data-dir.ts';
import type { Installation } from './config/installation.ts';
import { catalogueState } from './database/catalogue-state.ts';
import { readMigrations } from './database/migrations.ts';
import { sqlFile } from './database/sql-file.ts';
import { feedSql } from './realtime/feed.ts';
import type { Followed } from './realtime/followed.ts';

/** The catalogue of a prepared database, as read at a start. */
export interface KnownCatalogue {
  /** Fingerprint of the catalogue when it was read. */
  state: string;
  schema: ApiSchema;
  followed: Followed;
}

interface Note extends KnownCatalogue {
  /** Build that wrote the note; others do not read it. */
  build: string;
  /** Digest of all inputs of the preparation. */
  inputs: string;
}

/**
 * DATA_DIR/prepared.json: the catalogue as a start has read it, for the next start of the same build. If neither the
 * catalogue nor the inputs have changed since, that one neither prepares the database nor reads the catalogue.
 */
export class PreparedNote {
  readonly #file: string;
  readonly #build: string;
  readonly #inputs: string;

  /** @param build identifies the running program: differs for any change to its sources or packages. */
  constructor(dataDir: string, build: string, installation: Installation) {
    this.#file = join(dataDir, 'prepared.json');
    this.#build = build;
    const inputs = createHash('sha256');
    const { apiPassword, postgresPassword } = installation;
    const texts = [apiPassword, postgresPassword, sqlFile('roles.sql'), sqlFile('database.sql'), feedSql()];
    for (const { file, sql } of readMigrations()) texts.push(file, sql);
    for (const text of texts) inputs.update(text).update('\0');
    this.#inputs = inputs.digest('hex');
  }

  /** The recorded catalogue; undefined if anything has changed since. */
  async find(admin: postgres.Sql): Promise<KnownCatalogue | undefined> {
    try {
      const note = JSON.parse(readFileSync(this.#file, 'utf8')) as Note;
      const isOurs = note.build === this.#build && note.inputs === this.#inputs;
      return isOurs && note.state === (await catalogueState(admin)) ? note : undefined;
    } catch {
      // Missing or damaged: everything is prepared and read again.
      return undefined;
    }
  }

  save({ state, schema, followed }: KnownCatalogue): void {
    const note: Note = { build: this.#build, inputs: this.#inputs, state, schema, followed };
    writePrivateFile(this.#file, JSON.stringify(note));
  }
}

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf, type Account } from '../support/fixtures.ts';
import { hearsEdits } from '../support/local-edits.ts';
import { publish, serveSite, type OwnSite } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const NAME = 'mfe-garantias';
const PACK = join(import.meta.dirname, '../../platform/release/src/tasks/pack-kit.ts');
/** It installs the tools of a remote twice, from the registry of packages. */
const MOST_MS = 400_000;

/** npm's folder on this computer. */
const NPM = process.env.npm_config_cache ?? join(homedir(), '.npm');

/** A team's computer: Node, npm, and a folder without anything of the workspace. */
class Team implements AsyncDisposable {
  readonly root: string;
  readonly folder: string;

  private constructor(root: string) {
    this.root = root;
    this.folder = join(root, NAME);
  }

  /** Opens a team in a new folder, which is removed with everything that npm and npx install. */
  static async open(): Promise<Team> {
    const team = new Team(await mkdtemp(join(tmpdir(), 'taller-team-')));
    // The download cache is shared, and keeps the packed archive; packages that npx installs stay in the team's folder.
    await mkdir(join(NPM, '_cacache'), { recursive: true });
    await mkdir(team.npm);
    await symlink(join(NPM, '_cacache'), join(team.npm, '_cacache'));
    return team;
  }

  /** Its folder of npm. */
  get npm(): string {
    return join(this.root, 'npm');
  }

  #spawn(cwd: string, command: string, args: readonly string[], detached = false) {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    };
    for (const name of Object.keys(env))
      if (/^npm_|^NODE_(?:ENV|OPTIONS|PATH)$/i.test(name)) delete env[name];
    env.npm_config_cache = this.npm;
    return spawn(command, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  run(cwd: string, command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = this.#spawn(cwd, command, args);
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  }

  /** `npm run dev` in the remote's repository, on a site, until it is disposed of. */
  async develop(site: string): Promise<{ url: string } & AsyncDisposable> {
    const child = this.#spawn(this.folder, 'npm', ['run', 'dev', '--', '--site', site], true);
    const closed = new Promise((resolve) => child.on('close', resolve));
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (data: Buffer) => {
        output += data.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/dashboard\/garantias$/m.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      void closed.then(() => reject(new Error(output)));
    });
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
        await closed;
      },
    };
  }

  /** Runs a command in the remote's repository, and fails the test if the command fails. */
  async succeed(command: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.run(this.folder, command, ...args);
    expect([command, ...args, code], output).toEqual([command, ...args, 0]);
    return output;
  }

  [Symbol.asyncDispose]() {
    return rm(this.root, { recursive: true, force: true });
  }
}

const openSite = async (browser: Browser, shop: RunningServer, site: OwnSite, account: Account) =>
  openWith(browser, { ...shop, url: site.url }, { [TOKEN_KEY]: await tokensOf(shop, account) });

const tab = (page: Page) => page.getByRole('link', { name: 'Garantías' });

/** Changes the text of the new screen. */
async function edit(team: Team, from: string, to: string): Promise<void> {
  const texts = join(team.folder, 'src/features/garantias/texts.ts');
  const before = await readFile(texts, 'utf8');
  expect(before).toContain(from);
  await writeFile(texts, before.replace(from, to));
}

/** The screen is seen and edited in the site before the site has heard of it. */
async function seeOnSite(team: Team, site: OwnSite, shop: RunningServer, browser: Browser): Promise<void> {
  await using development = await team.develop(site.url);
  const { origin } = new URL(development.url);
  const page = await (await browser.newContext()).newPage();
  // The first page at an address clears what another server there has left, so one signs in after it.
  await page.goto(origin);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    TOKEN_KEY,
    JSON.stringify(await tokensOf(shop, 'technician')),
  ] as const);
  const hears = hearsEdits(page);
  await page.goto(`${origin}/dashboard`);
  await tab(page).click();
  await expect(page.getByText('Todavía no hay nada aquí')).toBeVisible();
  await hears;
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await edit(team, 'Todavía no hay nada aquí', 'Aquí van las garantías');
  await expect(page.getByText('Aquí van las garantías')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await edit(team, 'Aquí van las garantías', 'Todavía no hay nada aquí');
}

/** Checks that the installed package suits plain Node: no workspace references, and no sources to compile. */
async function inspectPackage(team: Team): Promise<void> {
  const folder = join(team.folder, 'node_modules/@taller/shared');
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((file) => !file.startsWith('node_modules'));
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(300);
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  for (const file of files.filter((name) => name.endsWith('package.json')))
    expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/"(?:workspace|catalog|link|file):/);
  const loaded = `
    const { formatClp } = await import('@taller/shared/values/money.ts');
    const { externalRemoteConfig } = await import('@taller/shared/kit');
    console.log(formatClp(45990), typeof externalRemoteConfig);`;
  expect(await team.succeed('node', '--input-type=module', '--eval', loaded)).toBe('$45.990 function\n');
}

test(
  'SHELL-78 a remote is made, tested, built, admitted and published from an empty folder outside of the workspace',
  { tag: EXHAUSTIVE },
  async ({ shop, browser }) => {
    test.setTimeout(MOST_MS);
    await using site = await serveSite(shop);
    await using team = await Team.open();
    const packed = await team.run(team.root, process.execPath, PACK, '--to', team.root);
    const archive = /\S+\.tgz/.exec(packed.output)?.[0] ?? '';
    const made = await team.run(
      team.root,
      'npx',
      '--yes',
      '--package',
      archive,
      'taller-remote',
      'new',
      NAME,
      '--package',
      archive,
      '--title',
      'Garantías',
      '--roles',
      'admin,technician',
      '--group',
      'Bodega',
    );
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringContaining(`✓ ${NAME} está listo: «Garantías» en la dirección /dashboard/garantias.`),
    ]);
    expect(await readdir(join(team.npm, '_npx')), 'npx installs where it is removed again').toHaveLength(1);
    await team.succeed('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
    await inspectPackage(team);
    expect(await team.succeed('npm', 'test')).toMatch(/2 passed/);
    await seeOnSite(team, site, shop, browser);
    await team.succeed('openssl', 'genpkey', '-algorithm', 'ed25519', '-out', 'team.pem');
    await team.succeed('openssl', 'pkey', '-in', 'team.pem', '-pubout', '-out', 'team.pub');
    await team.succeed('npm', 'run', 'build', '--', '--sign', 'team.pem');

    // The site's admin, once; then the team.
    const admitted = await publish(
      site,
      NAME,
      '--admit',
      '/dashboard/garantias',
      '--roles',
      'admin,technician',
      '--trust',
      join(team.folder, 'team.pub'),
    );
    expect(admitted.output).toContain(`✓ ${NAME} admitido en /dashboard/garantias para admin, technician`);
    const published = await team.succeed(
      'npm',
      'run',
      'publish-remote',
      '--',
      '--site',
      site.folder,
      '--sign',
      'team.pem',
    );
    expect(published).toMatch(
      /abriendo mfe-garantias [\da-f]{12}…\n✓ mfe-garantias [\da-f]{12} publicado por primera vez/,
    );

    const technician = await openSite(browser, shop, site, 'technician');
    await technician.goto(`${site.url}/dashboard`);
    await tab(technician).click();
    await expect(technician).toHaveURL(`${site.url}/dashboard/garantias`);
    await expect(technician.getByRole('heading', { name: 'Garantías' })).toBeVisible();
    await expect(technician.getByText(/^Abriste esta pantalla como .+\.$/)).toBeVisible();
    await expect(technician).toHaveTitle(/^Garantías/);

    const receptionist = await openSite(browser, shop, site, 'receptionist');
    await receptionist.goto(`${site.url}/dashboard`);
    await expect(receptionist.getByRole('link', { name: 'Citas' })).toBeVisible();
    await expect(tab(receptionist)).toHaveCount(0);
    const requests: string[] = [];
    receptionist.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await receptionist.goto(`${site.url}/dashboard/garantias`);
    await expect(receptionist.getByRole('heading', { name: 'Acceso no autorizado.' })).toBeVisible();
    expect(requests.filter((path) => path.startsWith(`/remotes/${NAME}/`))).toEqual([]);

    // Types that do not fit stay with the team.
    const mistake = "export const mistake: number = 'text';\n";
    await edit(team, 'export const', `${mistake}export const`);
    const mistyped = await team.run(team.folder, 'npm', 'run', 'publish-remote', '--', '--site', site.folder);
    expect([mistyped.code, mistyped.output]).toEqual([
      1,
      expect.stringMatching(/\n✗ Los tipos no calzan:\n.*texts\.ts.*TS2322/),
    ]);
    await edit(team, mistake, '');

    // A change of the team, seen by everybody's next page; and back.
    const publishTo = (...args: string[]) =>
      team.succeed('npm', 'run', 'publish-remote', '--', '--site', site.folder, ...args);
    await edit(team, 'Todavía no hay nada aquí', 'Sin garantías hoy');
    await publishTo('--sign', 'team.pem', '--unopened');
    await technician.reload();
    await expect(technician.getByText('Sin garantías hoy')).toBeVisible();
    await publishTo('--rollback');
    await technician.reload();
    await expect(technician.getByText('Todavía no hay nada aquí')).toBeVisible();

    const dismissed = await publish(site, NAME, '--dismiss');
    expect(dismissed.output).toContain(`✓ ${NAME} ya no está en este sitio`);
    await technician.goto(`${site.url}/dashboard`);
    await expect(technician.getByRole('link', { name: 'Citas' })).toBeVisible();
    await expect(tab(technician)).toHaveCount(0);
  },
);

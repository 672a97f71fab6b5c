import { expect, it } from 'vitest';
import { languages } from './languages.mjs';

it('puts every import() of the built page in turn, and no type of one', () => {
  const plugin = languages() as unknown as {
    configResolved: (config: { command: string }) => void;
    transform: (code: string, id: string) => string | null;
  };
  plugin.configResolved({ command: 'build' });
  const code = "type A = typeof import('./a');\nconst b = () => import('./b');\n";
  const built = plugin.transform(code, '/lab/web/app/some.ts');
  expect(built).toContain("typeof import('./a')");
  expect(built).toContain("importInTurn(() => import('./b'))");
  expect(built).toMatch(/import \{ inTurn as importInTurn \} from '.*\/web\/base\/in-turn\.ts';/);
  expect(plugin.transform(code, '/lab/node_modules/some/index.ts')).toBeNull();
  expect(plugin.transform('export {};', '/lab/web/app/some.ts')).toBeNull();
});

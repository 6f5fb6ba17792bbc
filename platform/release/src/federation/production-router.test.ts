import { expect, test } from 'vitest';
import { withoutNames } from './production-router.ts';

test('PUB-06 what react-router makes and names while it is evaluated can be left out of a build', () => {
  const code = `var Form = React10.forwardRef(
  ({ action }, ref) => null
);
Form.displayName = "Form";
var RouteContext = React.createContext({ outlet: null });
RouteContext.displayName = "Route";
Boundary.contextType = RouteContext;
    fetcher.displayName = "fetcher.Form";
var methods = new Set(list);`;
  expect(withoutNames(code)).toBe(`var Form = /* @__PURE__ */ React10.forwardRef(
  ({ action }, ref) => null
);

var RouteContext = /* @__PURE__ */ React.createContext({ outlet: null });

Boundary.contextType = RouteContext;
    fetcher.displayName = "fetcher.Form";
var methods = /* @__PURE__ */ new Set(list);`);
});

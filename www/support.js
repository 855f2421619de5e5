// Runs first, in any browser: sets the theme, and shows a message where the game cannot run.
(function () {
  var root = document.documentElement;
  var shade = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var material = 'paper';
  try {
    var look = JSON.parse(localStorage.getItem('merels.look') || '{}');
    if (look.theme === 'light' || look.theme === 'dark') {
      root.setAttribute('data-theme', look.theme);
      shade = look.theme;
    }
    if (/^(wood|slate|contrast)$/.test(look.material)) material = look.material;
  } catch (_) {
    // No storage, or unreadable: use the device's theme.
  }
  // The page is in English; for other languages, text stays hidden until the words are loaded.
  var language = navigator.language;
  try {
    language = JSON.parse(localStorage.getItem('merels.language') || '{}').code || language;
  } catch (_) {
    // Use the device's language.
  }
  if (/^en\b/i.test(language)) root.setAttribute('data-speaks', '');
  root.setAttribute('data-look', material);
  root.setAttribute('data-shade', shade);

  // A minimal module that uses a 128-bit vector.
  var simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

  function hasModuleWorkers() {
    // Browsers with Trusted Types support module workers, but would reject the data URL below.
    if ('trustedTypes' in window) return true;
    var has = false;
    try {
      var options = {
        get type() {
          has = true;
          return 'module';
        },
      };
      new Worker('data:text/javascript,', options).terminate();
    } catch (_) {
      // Only reading the option matters.
    }
    return has;
  }

  function findProblem() {
    if (location.protocol === 'file:') return 'from-file';
    var supported =
      'noModule' in HTMLScriptElement.prototype &&
      typeof WebAssembly === 'object' &&
      WebAssembly.validate(new Uint8Array(simd)) &&
      !!document.createElement('canvas').getContext('2d') &&
      typeof HTMLDialogElement === 'function' &&
      typeof ResizeObserver === 'function' &&
      hasModuleWorkers();
    return supported ? null : 'unsupported';
  }

  function show(id) {
    document.getElementById('shell').hidden = true;
    document.getElementById(id).hidden = false;
  }

  var problem = null;
  try {
    problem = findProblem();
  } catch (_) {
    problem = 'unsupported';
  }
  document.addEventListener('DOMContentLoaded', function () {
    if (problem) show(problem);
    document.getElementById('reload').addEventListener('click', function () {
      location.reload();
    });
  });
  // The page cannot run if one of its files fails to load.
  addEventListener(
    'error',
    function (event) {
      var tag = event.target || {};
      if (tag.tagName !== 'SCRIPT') return;
      // The event may come before the document is parsed. If the page is being left, DOMContentLoaded never fires.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', onMissing);
      else onMissing();
    },
    true,
  );
  addEventListener('merels:broken', onBroken);
  // No browser reports an empty or truncated script.
  addEventListener('load', function () {
    if (!root.hasAttribute('data-started')) onBroken();
  });

  function onMissing() {
    if (!document.getElementById('page').dataset.ready) onBroken();
  }

  // A truncated file may be in the HTTP cache: fetch everything again, bypassing it, and reload once.
  function onBroken() {
    if (problem) return;
    problem = 'broken';
    show(problem);
    var parts = document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=preload]');
    var requests = [].map.call(parts, function (part) {
      return fetch(part.src || part.href, { cache: 'reload' }).then(function (response) {
        var type = response.headers.get('Content-Type') || 'nothing';
        return response.arrayBuffer().then(function () {
          return response.ok && (part.src || part.rel === 'modulepreload') && !/(java|ecma)script/.test(type) ? type : '';
        });
      });
    });
    Promise.all(requests).then(
      function (types) {
        var wrong = types.filter(Boolean)[0];
        if (wrong) {
          document.getElementById('broken').hidden = true;
          document.getElementById('type').textContent = wrong;
          show('wrong-type');
        } else if (!history.state) {
          history.replaceState({}, '');
          location.reload();
        }
      },
      function () {},
    );
  }
})();

// Runs before everything else, in any browser: sets the chosen light, and says a plain sentence where the game cannot run.
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
    // No storage, or nothing readable in it: the device's own light.
  }
  // The page starts in English; in another language, words are shown once they have come, and without scripts none come.
  var language = navigator.language;
  try {
    language = JSON.parse(localStorage.getItem('merels.language') || '{}').code || language;
  } catch (_) {
    // The device's own.
  }
  if (/^en\b/i.test(language)) root.setAttribute('data-speaks', '');
  root.setAttribute('data-look', material);
  root.setAttribute('data-shade', shade);

  // The smallest module that uses a 128-bit vector.
  var simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

  function hasModuleWorkers() {
    // A browser with Trusted Types has them too, and would refuse a worker from a data URL.
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
      // Reading the option is what counts.
    }
    return has;
  }

  function sentence() {
    if (location.protocol === 'file:') return 'from-file';
    var fine =
      'noModule' in HTMLScriptElement.prototype &&
      typeof WebAssembly === 'object' &&
      WebAssembly.validate(new Uint8Array(simd)) &&
      !!document.createElement('canvas').getContext('2d') &&
      typeof HTMLDialogElement === 'function' &&
      typeof ResizeObserver === 'function' &&
      hasModuleWorkers();
    return fine ? null : 'unsupported';
  }

  function show(id) {
    document.getElementById('page').hidden = true;
    document.getElementById(id).hidden = false;
  }

  var trouble = null;
  try {
    trouble = sentence();
  } catch (_) {
    trouble = 'unsupported';
  }
  document.addEventListener('DOMContentLoaded', function () {
    if (trouble) show(trouble);
    document.getElementById('reload').addEventListener('click', function () {
      location.reload();
    });
  });
  // A part of the page that does not load leaves nothing to play with.
  addEventListener(
    'error',
    function (event) {
      var tag = event.target || {};
      if (tag.tagName !== 'SCRIPT' && tag.rel !== 'stylesheet') return;
      // It may be told before the page is all there; where it is being left that never comes.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', missed);
      else missed();
    },
    true,
  );
  addEventListener('merels:broken', broken);
  // Not every browser says so of a style that came as something else; none does of a script that came empty or cut off.
  addEventListener('load', function () {
    if (!getComputedStyle(root).getPropertyValue('--ink') || !root.hasAttribute('data-started')) broken();
  });

  function missed() {
    if (!document.getElementById('page').dataset.ready) broken();
  }

  // It may have been cut off, and what the browser has kept in its place may be the reason: everything is asked for past that, once.
  function broken() {
    if (trouble) return;
    trouble = 'broken';
    show(trouble);
    var parts = document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=preload], link[rel=stylesheet]');
    var coming = [].map.call(parts, function (part) {
      return fetch(part.src || part.href, { cache: 'reload' }).then(function (response) {
        var type = response.headers.get('Content-Type') || 'nothing';
        return response.arrayBuffer().then(function () {
          return response.ok && (part.src || part.rel === 'modulepreload') && !/(java|ecma)script/.test(type) ? type : '';
        });
      });
    });
    Promise.all(coming).then(
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
